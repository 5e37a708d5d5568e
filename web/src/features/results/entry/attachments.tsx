import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Attachment,
  addAttachment,
  listAttachments,
  mostAttachments,
  readAttachment,
} from '#contract/attachments.ts'
import { errorText } from '../../../api/api-error.ts'
import { callForResponse } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayBytes } from '../../../lib/say-bytes.ts'
import { AttachFiles } from '../../../screen/attach-files.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DownloadIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { When } from '../../../ui/when.tsx'
import { InReport } from './in-report.tsx'
import { RemoveAttachment } from './remove-attachment.tsx'

/** The files of a task: to take, to add, to remove with a reason; and those that were removed. */
export function Attachments({ taskId, zone }: { taskId: string; zone: string }) {
  const list = useQuery(queryFor(listAttachments, { params: { id: taskId } }))
  return (
    <Card aria-labelledby="attachments">
      <h2 id="attachments" className="mb-3 text-l">
        <Trans>Attachments</Trans>
      </h2>
      {list.data ? (
        <Files taskId={taskId} zone={zone} {...list.data} />
      ) : list.error ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The attached files could not be loaded. {list.error.message}</Trans>
          </p>
          <Reference id={list.error.requestId} />
          <Button variant="plain" onClick={() => void list.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={2} says={t`Loading the attached files...`} />
      )}
    </Card>
  )
}

function Files({
  taskId,
  zone,
  attachments,
  whyNotChange,
}: {
  taskId: string
  zone: string
  attachments: readonly Attachment[]
  whyNotChange: string | null
}) {
  const there = attachments.filter(({ removed }) => removed === null)
  const removed = attachments.filter((one) => one.removed !== null)
  return (
    <>
      {there.length === 0 ? (
        <p className="hint wrap-anywhere">
          <Trans>
            No file is attached. A printout of the analyser or a picture of the film can be attached; it is
            for staff, unless it is made part of the report.
          </Trans>
        </p>
      ) : (
        <ul className="mb-3">
          {there.map((file) => (
            <FileEntry key={file.id} file={file} zone={zone} whyNotChange={whyNotChange} />
          ))}
        </ul>
      )}
      {whyNotChange === null ? (
        <AttachFiles endpoint={addAttachment} id={taskId} attached={there.length} most={mostAttachments} />
      ) : (
        <p className="hint wrap-anywhere">{whyNotChange}</p>
      )}
      {removed.length > 0 && (
        <details className="mt-3 [&_summary]:min-h-target [&_summary]:w-fit [&_summary]:cursor-pointer [&_summary]:py-2 [&_summary]:text-s">
          <summary>
            <Trans>Removed: {removed.length}</Trans>
          </summary>
          <ul className="mb-3">
            {removed.map((file) => (
              <li key={file.id} className="row justify-between gap-x-4 gap-y-2 border-t py-2">
                <div className="min-w-0 flex-[1_1_200px]">
                  <p className="wrap-anywhere font-600">{file.name}</p>
                  {file.removed && (
                    <p className="hint wrap-anywhere">
                      <Trans>
                        Removed by {file.removed.by},{' '}
                        <When at={file.removed.at} zone={zone} distance={false} />: {file.removed.reason}
                      </Trans>
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const kinds: Readonly<Record<Attachment['type'], string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}

function FileEntry({
  file,
  zone,
  whyNotChange,
}: {
  file: Attachment
  zone: string
  whyNotChange: string | null
}) {
  const [removing, setRemoving] = useState(false)
  const take = useCall(
    async () => {
      const response = await callForResponse(readAttachment, { params: { id: file.id } })
      saveFile(await response.blob(), file.name)
    },
    { says: false, saysRefusal: (error) => errorText(error, t`The file could not be loaded. Try again.`) },
  )
  return (
    <li className="row justify-between gap-x-4 gap-y-2 border-t py-2">
      <div className="min-w-0 flex-[1_1_200px]">
        <p className="wrap-anywhere font-600">{file.name}</p>
        <p className="hint wrap-anywhere">
          {kinds[file.type]}, {sayBytes(file.size)}. {file.addedBy},{' '}
          <When at={file.addedAt} zone={zone} distance={false} />
        </p>
      </div>
      <div className="row gap-x-3 gap-y-1">
        <InReport file={file} whyNotChange={whyNotChange} />
        <Button
          pending={take.isPending}
          pendingText={t`Loading...`}
          aria-label={t`Download ${file.name}`}
          onClick={() => take.mutate()}
        >
          <DownloadIcon /> <Trans>Download</Trans>
        </Button>
        {whyNotChange === null && (
          <Button icon variant="plain" aria-label={t`Remove ${file.name}`} onClick={() => setRemoving(true)}>
            <TrashIcon />
          </Button>
        )}
      </div>
      <RemoveAttachment file={removing ? file : null} onClose={() => setRemoving(false)} />
    </li>
  )
}
