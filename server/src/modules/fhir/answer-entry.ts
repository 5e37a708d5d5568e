import type { Answer } from './interactions.ts'
import type { Resource } from './resource.ts'

/** An entry of a response Bundle. */
export type BundleEntry = {
  resource?: Resource
  response: {
    status: string
    location?: string
    etag?: string
    lastModified?: string
    outcome?: Resource | null
  }
}

/** `isWritten`: of a write, the resource is not returned. */
export function answered({ status, headers, resource }: Answer, isWritten: boolean): BundleEntry {
  const isRefused = status >= 400
  return {
    ...(!isWritten && !isRefused && resource && { resource }),
    response: {
      status: String(status),
      ...(headers.location !== undefined && { location: headers.location }),
      ...(headers.etag !== undefined && { etag: headers.etag }),
      ...(resource?.meta?.lastUpdated !== undefined && { lastModified: resource.meta.lastUpdated }),
      ...(isRefused && { outcome: resource }),
    },
  }
}
