import { compactDecrypt } from 'jose'
import { expect } from 'vitest'

/** The payload of a SMART Health Link: the address of its manifest, and the key of its files. */
export const payloadOf = (link: string) =>
  JSON.parse(Buffer.from(link.slice('shlink:/'.length), 'base64url').toString())

/** Reads a file of a SMART Health Link as a viewer does: with the key of the link and `jose`. */
export async function decrypt(file: string, key: string) {
  const { plaintext, protectedHeader } = await compactDecrypt(file, Buffer.from(key, 'base64url'))
  expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })
  const bundle = JSON.parse(new TextDecoder().decode(plaintext))
  // biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
  const all = bundle.entry.map(({ resource }: { resource: any }) => resource)
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return { bundle, of: (type: string) => all.filter((one: any) => one.resourceType === type) }
}
