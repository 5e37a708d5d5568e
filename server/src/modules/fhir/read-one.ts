import { required } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import type { Resource } from './resource.ts'

export const readOne = async (call: ClientCall, kind: Kind, id: string): Promise<Resource> =>
  required(await kind.read(call, id), `This ${kind.type}`)
