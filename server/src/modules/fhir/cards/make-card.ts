import { randomBytes } from 'node:crypto'
import { CompactSign } from 'jose'
import { paidVisitOf } from '#server/modules/laboratory/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { reportResources } from '../links/report-resources.ts'
import { cardBundle } from './card-bundle.ts'
import { signingKey } from './card-keys.ts'
import { compressed, fileOf, longestInQr, numericOf } from './card-text.ts'
import { insertCard } from './queries-cards.ts'

const makeLimit: Limit = { name: 'health cards: account', burst: 20, perSeconds: 3600 }

/** Signs the values of the latest report. What was taken back is not on the card, and confidential tests are in no report of FHIR. */
export async function makeHealthCard(context: SignedIn, id: string) {
  const { actor, clock, config } = context
  const visit = await paidVisitOf(context, id, true)
  await spend(context, makeLimit, actor.accountId)
  const { report, patient, results, members } = await reportResources(
    context,
    visit,
    'A released report of this appointment',
  )
  const values = [...results, ...members].filter(
    ({ status, hasMember }) => status !== 'entered-in-error' && hasMember === undefined,
  )
  if (!patient || values.length === 0) throw notPossible('This report has no values for a card.')
  const fhirBundle = cardBundle(patient, values)
  const { id: keyId, key } = await signingKey(context)
  const now = clock.now()
  const rid = randomBytes(9).toString('base64url')
  const payload = compressed({
    iss: config.publicUrl,
    nbf: Math.floor(now.getTime() / 1000),
    vc: {
      type: ['https://smarthealth.cards#health-card', 'https://smarthealth.cards#laboratory'],
      credentialSubject: { fhirVersion: '4.0.1', fhirBundle },
      rid,
    },
  })
  const jws = await new CompactSign(payload)
    .setProtectedHeader({ alg: 'ES256', zip: 'DEF', kid: keyId })
    .sign(key)
  const version = Number(report.meta?.versionId)
  await transact(context, async (inside) => {
    const row = { siteId: visit.siteId, id: uuidv7(clock), visitId: visit.id, version, rid, keyId }
    await insertCard(inside.db, { ...row, madeBy: actor.accountId, madeAt: now })
    await audit(inside, {
      action: 'health_card.made',
      subject: { kind: 'visit', id: visit.id },
      after: { card: row.id, version },
    })
  })
  return { file: fileOf(jws), qr: jws.length > longestInQr ? null : await drawn(numericOf(jws)) }
}

/** With the lowest correction of errors, as the specification has it: the squares are then the largest. */
async function drawn(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  const form = { bcid: 'qrcode', eclevel: 'L', text, paddingwidth: 4, paddingheight: 4 }
  return bwip.toSVG({ ...form, backgroundcolor: 'FFFFFF' })
}
