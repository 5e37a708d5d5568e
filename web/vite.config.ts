import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { benchFiles } from './build/bench-files.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { contractWithoutSchemas } from './build/contract-without-schemas.ts'
import { documentsByLanguage } from './build/documents-by-language.ts'
import { guardFirstLoad } from './build/guard-first-load.ts'
import { linguiMacros } from './build/lingui-macros.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { noteFilesOfStaff, withoutShell } from './build/preloaded-files.ts'
import { prerenderLanding } from './build/prerender-landing.ts'
import { pseudoLocale } from './build/pseudo-locale.ts'
import { routeFiles } from './build/route-files.ts'
import { smallCalendar } from './build/small-calendar.ts'
import { spaFallback } from './build/spa-fallback.ts'

/** Two documents: `index.html` is the landing page, `app.html` the shell of every other screen. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // A route loads all its parts at once, so splitting them would only add files.
        defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']],
        // Loaders of staff and of clinics stay out of a patient's first load, with the calls that they name.
        // The frame of public screens is in the shell: a file of its own would only import it from there.
        splitBehavior: ({ routeId }) => {
          if (routeId === '/_public') return []
          return /^\/(_bench|_managed|_own|clinic|manager-dashboard|technician-dashboard)(\/|$)/.test(routeId)
            ? [['loader', 'component', 'errorComponent', 'notFoundComponent']]
            : undefined
        },
      },
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/routeTree.gen.ts`,
      quoteStyle: 'single',
      semicolons: false,
    }),
    linguiMacros(),
    pseudoLocale(),
    react(),
    tailwindcss(),
    contractWithoutSchemas(),
    smallCalendar(),
    prerenderLanding(),
    guardFirstLoad(),
    preloadFont('figtree-latin-wght-normal'),
    documentsByLanguage(['fr', 'tw']),
    benchFiles(),
    noteFilesOfStaff(),
    routeFiles(),
    spaFallback(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Every browser of the target preloads modules itself.
    modulePreload: { polyfill: false, resolveDependencies: withoutShell },
    // A picture or font inside a script or sheet delays what is around it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: `${import.meta.dirname}/index.html`,
        app: `${import.meta.dirname}/app.html`,
        sw: `${import.meta.dirname}/src/sw/sw.ts`,
        'words-fr': `${import.meta.dirname}/src/words/fr.ts`,
        'words-tw': `${import.meta.dirname}/src/words/tw.ts`,
      },
      output: {
        codeSplitting: { groups: chunkGroups },
        // A service worker is known by its address: it stays the same, and lies above all that it serves.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
})
