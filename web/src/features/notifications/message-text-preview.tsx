import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { mostSegments } from '#contract/message-kinds.ts'
import { previewText, type TextPreview } from '#contract/message-texts.ts'
import { messages } from '#contract/messages.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useSettled } from '../../ui/use-settled.ts'

/** How the text looks with a made-up visit, once typing rests. */
export function MessageTextPreview({ text }: { text: BodyInput<typeof previewText> }) {
  const settled = useSettled(JSON.stringify(text), 300)
  const preview = useQuery<TextPreview, ApiError>({
    queryKey: [...keyOf(previewText), settled],
    queryFn: ({ signal }) => call(previewText, { body: JSON.parse(settled), signal }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = preview
  return (
    <Card aria-label={t`Preview`} className="stack gap-4">
      <h2 className="text-l">
        <Trans>Preview</Trans>
      </h2>
      {error && (
        <Notice kind="error" role="alert">
          <p>
            {Object.values(error.fields ?? {})
              .flat()
              .join(' ') || error.message}
          </p>
        </Notice>
      )}
      {!data && !error && <SkeletonLines count={6} says={translated(messages.loading.any)} />}
      {data && !error && (
        <>
          <Problems problems={Object.values(data.problems).flat()} />
          <Shown form={text.form} preview={data} />
        </>
      )}
    </Card>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="status">
      {problems.length > 0 && (
        <Notice kind="warning">
          <ul className="stack gap-1">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

function Shown({ form, preview }: { form: string; preview: TextPreview }) {
  const { title, text, html, sms } = preview
  if (form === 'email') {
    return (
      <>
        <p className="wrap-anywhere font-600">{title}</p>
        <iframe
          className="h-140 w-full rounded border bg-white"
          title={t`The e-mail`}
          sandbox=""
          srcDoc={html ?? ''}
        />
        <details>
          <summary>
            <Trans>As plain text</Trans>
          </summary>
          <pre className="wrap-anywhere whitespace-pre-wrap text-s">{text}</pre>
        </details>
      </>
    )
  }
  if (sms) {
    const [single, joined] = sms.encoding === 'GSM-7' ? [160, 153] : [70, 67]
    const room = sms.segments <= 1 ? single : sms.segments * joined
    return (
      <>
        <p className="wrap-anywhere max-w-90 rounded-[16px_16px_16px_4px] bg-vial-soft px-4 py-3">{text}</p>
        <p className="hint max-w-text" role="status">
          <Trans>
            {sms.encoding === 'GSM-7'
              ? t`${sms.units} of ${room} characters, ${sms.segments} SMS of at most ${mostSegments}`
              : t`${sms.units} of ${room} characters, some beyond GSM-7, ${sms.segments} SMS of at most ${mostSegments}`}
          </Trans>
        </p>
      </>
    )
  }
  return (
    <div className="wrap-anywhere max-w-100 rounded border px-4 py-3">
      <strong>{title}</strong>
      {text && <p>{text}</p>}
    </div>
  )
}
