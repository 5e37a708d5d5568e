import { useRef } from 'react'
import { applyImport, type ImportKind, type ImportPreview, previewImport } from '#contract/transfer.ts'
import { upload } from '../../api/upload.ts'
import { useCall } from '../../screen/use-call.ts'

/** What is asked for: changed in any part, the preview is another one. */
export type Ask = { kind: ImportKind; file: File; source: string; tell: boolean; columns: string | null }

/** Sends a file to be looked at, and to be brought in as it was looked at. */
export function useImport() {
  const stop = useRef<AbortController>(null)
  const how = ({ kind, source, tell, columns }: Ask) => {
    stop.current?.abort()
    stop.current = new AbortController()
    return {
      params: { kind },
      headers: {
        'x-source': encodeURIComponent(source.toWellFormed()),
        'x-tell': tell ? ('yes' as const) : ('no' as const),
        ...(columns !== null && { 'x-columns': columns }),
      },
      signal: stop.current.signal,
      onProgress: () => {},
    }
  }
  const look = useCall((ask: Ask) => upload(previewImport, ask.file, how(ask)) as Promise<ImportPreview>, {
    says: false,
  })
  const apply = useCall(
    ({ ask, token }: { ask: Ask; token: string }) => {
      const plain = how(ask)
      return upload(applyImport, ask.file, {
        ...plain,
        headers: {
          ...plain.headers,
          'x-token': token,
          'x-file-name': encodeURIComponent(ask.file.name.toWellFormed()),
        },
      })
    },
    {
      onDone: () => look.reset(),
      // Somebody was faster: what the file does now is shown at once.
      onRefused: (_error, { ask }) => look.mutate(ask),
    },
  )
  return { look, apply }
}
