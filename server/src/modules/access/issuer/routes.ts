import type { FastifyInstance, FastifyRequest } from 'fastify'
import { oidcCallback, oidcStart } from '#contract/access.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { languageOf } from '#server/platform/http/asked-language.ts'
import type { Base } from '#server/platform/http/serve.ts'
import { networkOf } from '#server/platform/network.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import { finishIssuerSignIn } from './finish-issuer-sign-in.ts'
import { startIssuerSignIn } from './start-issuer-sign-in.ts'

const unreachable = 'The sign-in service cannot be reached just now. Please try again, or use your password.'
const notDone = 'Signing in did not work. Please try again, or use your password.'

/** The two steps that the browser navigates to. Every answer is a redirect; an error becomes a sentence on the log-in page. */
export function issuerRoutes(app: FastifyInstance, base: Base, cookie: BrowserCookie): void {
  const contextOf = (request: FastifyRequest): Context => ({
    ...base,
    actor: null,
    network: networkOf(request.ip),
  })

  /** `/login` reads the fragment of the URL, which is sent to no server and so is in no log. */
  async function onLoginPage(
    request: FastifyRequest,
    failure: string,
    work: () => Promise<string>,
  ): Promise<string> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_configured') throw error
      if (!(error instanceof Refusal)) request.log.warn({ err: error }, 'a sign-in through the issuer failed')
      const sentence = error instanceof Refusal ? error.message : failure
      return `/login#error=${encodeURIComponent(sentence)}`
    }
  }

  app.get(
    oidcStart,
    { schema: { summary: 'Sign in through the issuer: redirects there.' } },
    (request, reply) =>
      onLoginPage(request, unreachable, async () =>
        (await startIssuerSignIn(contextOf(request), cookie.renew(reply))).toString(),
      ).then((address) => reply.redirect(address, 302)),
  )
  app.get(
    oidcCallback,
    {
      schema: { summary: 'The way back from the issuer: redirects to `/login#code=…` or `/login#error=…`.' },
    },
    (request, reply) =>
      onLoginPage(request, notDone, async () => {
        const query = request.url.split('?')[1] ?? ''
        const [browser, language] = [cookie.read(request), languageOf(request)]
        return `/login#code=${await finishIssuerSignIn(contextOf(request), query, browser, language)}`
      }).then((address) => reply.redirect(address, 302)),
  )
}
