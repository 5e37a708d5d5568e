import type { Endpoint, HeadersOf, ParamsInput, ResponseOf } from '#contract/endpoint.ts'
import { noConnection } from './api-error.ts'
import { answerOf, requestOf, tellChange } from './client.ts'

type TakesFile = Endpoint & { readonly file: object }

/**
 * Sends a file to a call that takes one, and tells how much of it has gone, from 0 to 1: `fetch` cannot. Aborting gives
 * the reason of the signal.
 * @throws {ApiError} with words for a person, whatever went wrong.
 */
export function upload<E extends TakesFile>(
  endpoint: E,
  file: Blob,
  how: {
    params: ParamsInput<E>
    headers: HeadersOf<E>
    signal: AbortSignal
    onProgress: (share: number) => void
  },
): Promise<ResponseOf<E>> {
  const { url, headers } = requestOf(endpoint, how as Parameters<typeof requestOf>[1])
  headers.set('content-type', 'application/octet-stream')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, url)
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.responseType = 'blob'
    request.upload.onprogress = ({ loaded, total }) => how.onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) tellChange(endpoint)
      const type = request.getResponseHeader('content-type') ?? ''
      const response = new Response(request.response, {
        status: request.status,
        headers: { 'content-type': type },
      })
      resolve(answerOf(endpoint, response))
    }
    request.onerror = () => reject(noConnection(new Error('The upload ended early')))
    request.onabort = () => reject(how.signal.reason)
    how.signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
