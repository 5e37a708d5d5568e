/**
 * What is loaded together. Left alone, a first visit is 22 files of script, most under a kilobyte; with these groups it
 * is 13 and, on 1.6 Mbit/s with 300 ms of delay, stands after 2.15 s instead of 2.66 s (`/login`, cold, HTTP/1.1).
 * `base` is what the landing page shares with the shell: outside it, that page would load the parts, and React with
 * them, for a style sheet.
 */
export const chunkGroups = [
  {
    name: 'base',
    priority: 3,
    test: /preload-helper|\/ui\/style\/|\/ui\/(brand|button|drawings)\.module\.css|\/reach-links\.ts|\/laboratory-facts\.ts/,
  },
  { name: 'react', priority: 2, test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'tanstack', priority: 2, test: /node_modules\/@tanstack\// },
  // Few screens check anything themselves: the others need not load what does.
  { name: 'schemas', priority: 2, test: /node_modules\/zod\/|\/contract\/fields\.ts$/ },
  { name: 'parts', priority: 1, test: /\/web\/src\/(ui|lib|api)\/.*\.tsx?$/, minShareCount: 4 },
]
