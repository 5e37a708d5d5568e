import type { FastifyInstance } from 'fastify'

type Document = Exclude<ReturnType<FastifyInstance['swagger']>, string>
type Operation = {
  summary?: string
  security?: unknown[]
  parameters?: unknown
  requestBody?: unknown
  responses?: unknown
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const details = (title: string, value: unknown) =>
  value === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`

/** The OpenAPI document as an HTML page without a script. */
export function docsPage(document: Document): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => {
      const call = operation as Operation
      const open = call.security === undefined || call.security.length === 0
      return `<section><h2><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(call.summary ?? '')} <small>${open ? 'No sign-in needed.' : 'Bearer token.'}</small></p>
${details('Parameters', call.parameters)}${details('Body', call.requestBody)}${details('Answers', call.responses)}</section>`
    }),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Calls of ${escapeHtml(document.info.title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1rem;margin:1.5rem 0 0}p{margin:.25rem 0}pre{overflow:auto}small{opacity:.75}</style>
<main><h1>Calls of ${escapeHtml(document.info.title)}</h1>
<p>${escapeHtml(document.info.description ?? '')} The same as a document for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.
Every error answers JSON with <code>message</code>, <code>code</code> and, for bad input, <code>fields</code>.</p>
${calls.join('\n')}</main></html>`
}
