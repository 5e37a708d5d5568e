import { createHash } from 'node:crypto'
import type { Resource } from './resource.ts'

/** ETag and Last-Modified of a resource. Without a version, the ETag is a hash of the content. */
export function validatorsOf(resource: Resource): { etag: string; lastModified: string | null } {
  const { versionId, lastUpdated } = resource.meta ?? {}
  const content = () => createHash('sha256').update(JSON.stringify(resource)).digest('hex').slice(0, 16)
  return {
    etag: `W/"${versionId ?? content()}"`,
    lastModified: lastUpdated === undefined ? null : new Date(lastUpdated).toUTCString(),
  }
}
