import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  abandonVerification,
  readVerification,
  signVerification,
  type VerificationDetail,
  verificationPdf,
} from '#contract/instrument-verifications.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { exactly } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { CompareCard } from './compare-card.tsx'
import { ComparisonsCard } from './comparisons-card.tsx'
import { VerificationBadge } from './verification-list.tsx'

type Params = { id: string; verification: string }

/** An interface verification: what the analyser showed is entered, compared with what arrived, and signed. */
export function VerificationScreen({ params, zone }: { params: Params; zone: string }) {
  const { data: verification } = useSuspenseQuery(queryFor(readVerification, { params }))
  const { signed, abandoned } = verification
  return (
    <Screen
      rhythm="cards"
      title={t`Interface verification`}
      state={<VerificationBadge of={verification} />}
      about={verification.instrument}
      action={verification.state === 'signed' && <OpenPdf params={params} />}
    >
      {signed?.isOutdated && (
        <Notice kind="warning">
          <p>
            <Trans>
              The codes or settings of the analyser were changed after the signature. Start another
              verification.
            </Trans>
          </p>
        </Notice>
      )}
      {abandoned && (
        <Notice kind="info">
          <p>{t`Abandoned by ${abandoned.by}: ${abandoned.reason}`}</p>
        </Notice>
      )}
      <Card className="stack gap-4" aria-labelledby="verified">
        <h2 id="verified">
          <Trans>Verified settings</Trans>
        </h2>
        <Facts dense facts={factsOf(verification, zone)} />
        {verification.notCompared.length > 0 && (
          <p className="hint wrap-anywhere">
            <Trans>Codes not compared: {verification.notCompared.map(({ code }) => code).join(', ')}</Trans>
          </p>
        )}
      </Card>
      {verification.state === 'open' && (
        <CompareCard params={params} verification={verification} zone={zone} />
      )}
      <ComparisonsCard verification={verification} zone={zone} />
      {verification.state === 'open' && <SignCard params={params} verification={verification} />}
    </Screen>
  )
}

function factsOf({ mapping, startedBy, startedAt, signed }: VerificationDetail, zone: string) {
  return [
    { name: t`Profile`, value: mapping.profile },
    { name: t`Settings version`, value: String(mapping.settingsVersion) },
    { name: t`Mapping version`, value: mapping.version },
    { name: t`Serial number`, value: mapping.serialNumber },
    { name: t`Started`, value: t`${exactly(startedAt, zone)} by ${startedBy}` },
    ...(signed
      ? [
          { name: t`Signed`, value: t`${exactly(signed.at, zone)} by ${signed.by}` },
          { name: t`SHA-256 of the PDF`, value: signed.sha256 },
        ]
      : []),
  ]
}

function OpenPdf({ params }: { params: Params }) {
  const pdf = usePdf(() => call(verificationPdf, { params }), 'interface-verification.pdf', {
    saysRefusal: true,
  })
  return (
    <Button pending={pdf.isPending} onClick={() => pdf.open()}>
      <Trans>Open the PDF</Trans>
    </Button>
  )
}

function SignCard({ params, verification }: { params: Params; verification: VerificationDetail }) {
  const { version, whyNotSign, compared } = verification
  return (
    <Card className="stack gap-4" aria-labelledby="signature">
      <h2 id="signature">
        <Trans>Signature</Trans>
      </h2>
      <FormActions>
        <ConfirmButton
          opener={{ variant: 'primary', whyNot: whyNotSign, children: t`Sign` }}
          act={() => call(signVerification, { params, body: { version } })}
          question={t`Sign this verification?`}
          yes={t`Sign`}
          no={t`Not yet`}
        >
          <p>
            {plural(compared, {
              one: 'The compared value agrees. The PDF shows your name and qualification, as reports do. You cannot change it later.',
              other:
                'All # compared values agree. The PDF shows your name and qualification, as reports do. You cannot change it later.',
            })}
          </p>
        </ConfirmButton>
        <Abandon params={params} />
      </FormActions>
    </Card>
  )
}

function Abandon({ params }: { params: Params }) {
  const dialog = useFormDialog(abandonVerification, { params })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Abandon` }}
      scope="abandon"
      title={t`Abandon this verification`}
      submit={t`Abandon`}
    >
      <ReasonField required hint={t`The verification stays in the list with your name and the reason.`} />
    </DialogForm>
  )
}
