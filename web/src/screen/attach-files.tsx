import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { attachmentTypes } from '#contract/attachments.ts'
import { classNames } from '../lib/class-names.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { type TakesFiles, type Upload, useUploads } from './use-uploads.ts'

/**
 * Uploads dropped or chosen files to `endpoint`, with the progress and the error of each file. `most`: the maximum number of files;
 * `attached`: the number of present files.
 */
export function AttachFiles({
  endpoint,
  id,
  attached,
  most,
  photographs = false,
}: {
  endpoint: TakesFiles
  /** The id of the task or visit. */
  id: string
  attached: number
  most: number
  /** Phones offer their camera. */
  photographs?: boolean
}) {
  const { uploads, add, again, stop } = useUploads(endpoint, id)
  const [isOver, setIsOver] = useState(false)
  useNoStrayDrops()
  const onWay = uploads.filter(({ error }) => error === null).length
  const full = attached + onWay >= most
  return (
    <>
      {uploads.length > 0 && (
        <ul className="mb-3" aria-label={t`Files on their way`}>
          {uploads.map((upload) => (
            <UploadEntry
              key={upload.key}
              upload={upload}
              onAgain={() => again(upload)}
              onStop={() => stop(upload)}
            />
          ))}
        </ul>
      )}
      <label
        className={classNames(
          'focus-within:focused relative mt-3 flex min-h-18 items-center gap-3 rounded border px-4 py-3',
          isOver ? 'border-vial bg-vial-soft' : 'border-line-strong border-dashed bg-sunk',
          !full && 'cursor-pointer',
        )}
        onDragOver={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false)
          if (!full) add(event.dataTransfer.files)
        }}
      >
        <input
          type="file"
          multiple
          disabled={full}
          {...(photographs && { capture: 'environment' })}
          accept={[...attachmentTypes, '.pdf', '.png', '.jpg', '.jpeg'].join(',')}
          className="visually-hidden"
          onChange={(event) => {
            add(event.currentTarget.files ?? [])
            // The same file can be chosen again after it was put right.
            event.currentTarget.value = ''
          }}
        />
        <PlusIcon />
        <span>
          {full ? (
            t`${most} files are attached: remove one before you attach another.`
          ) : (
            <Trans>
              <strong>Choose files</strong> or drop them here
              <small className="hint block">PDF, PNG or JPEG, up to 10 MB each</small>
            </Trans>
          )}
        </span>
      </label>
    </>
  )
}

/** A file that misses the box must not take the place of the page, and what was typed in it. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

function UploadEntry({
  upload: { key, file, share, error },
  onAgain,
  onStop,
}: {
  upload: Upload
  onAgain: () => void
  onStop: () => void
}) {
  const id = `upload-${key}`
  return (
    <li className="row justify-between gap-x-4 gap-y-2 border-t py-2">
      <div className="min-w-0 flex-[1_1_200px]">
        <p className="wrap-anywhere font-600" id={id}>
          {file.name}
        </p>
        {error === null ? (
          <progress className="w-full accent-vial" value={share} max={1} aria-labelledby={id} />
        ) : (
          <div role="alert">
            <FieldError id={`${id}-error`}>
              <Trans>Not attached. {error}</Trans>
            </FieldError>
          </div>
        )}
      </div>
      <div className="flex items-center gap-2">
        {error !== null && (
          <Button aria-describedby={id} onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button variant="plain" aria-describedby={id} onClick={onStop}>
          {error === null ? t`Cancel` : t`Dismiss`}
        </Button>
      </div>
    </li>
  )
}
