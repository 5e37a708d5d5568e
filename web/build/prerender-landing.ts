import { createServer, type Plugin, type ViteDevServer } from 'vite'

const place = '<!--landing-->'

/**
 * Puts the landing page's words into `index.html`, so that they are read before, and without, any script.
 * A second Vite server without plugins of its own renders the components: their CSS modules then get the very names
 * that the build gives them.
 */
export function prerenderLanding(): Plugin {
  let running: ViteDevServer | undefined
  return {
    name: 'prerender-landing',
    configureServer(server) {
      running = server
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        if (path !== '/index.html') return html
        const markup = running ? await rendered(running) : await renderedApart()
        if (!html.includes(place)) throw new Error(`index.html has no ${place}`)
        return html.replace(place, () => markup)
      },
    },
  }
}

async function renderedApart(): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: `${import.meta.dirname}/..`,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  })
  try {
    return await rendered(server)
  } finally {
    await server.close()
  }
}

async function rendered(server: ViteDevServer): Promise<string> {
  const { landingMarkup } = await server.ssrLoadModule('/src/landing-markup.tsx')
  return landingMarkup()
}
