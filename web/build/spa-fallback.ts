import type { Plugin } from 'vite'

/** While developing: every address of a screen gets the shell, as the server does it in production. */
export function spaFallback(): Plugin {
  return {
    name: 'spa-fallback',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        const isScreen = request.headers.accept?.includes('text/html') && !path.startsWith('/api/')
        if (isScreen && path !== '/') request.url = '/app.html'
        next()
      })
    },
  }
}
