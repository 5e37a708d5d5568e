import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type readDevelopers, sandboxScopes } from '#contract/developers.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { keyScopeNames, keyScopes } from '#contract/key-scopes.ts'
import { Screen } from '../../screen/screen.tsx'
import { CodeBlock } from './code-block.tsx'
import { developersQuery } from './developers-query.ts'
import { type Example, examples, fhirExamples, verification } from './examples.ts'
import { Sandbox } from './sandbox.tsx'

/** What programs can use. The technical part is in English in every language, like the calls that it is about. */
export function DevelopersScreen() {
  const { data } = useSuspenseQuery(developersQuery)
  return (
    <Screen
      measure="text"
      title={t`For developers`}
      about={t`What programs can do here: book visits, read released results, and be told of events. The technical part is in English.`}
    >
      <Sandbox isOpen={data.sandbox} />
      <div lang="en">
        <Calls />
        <Files />
        <Fhir types={data.fhir} />
        <Others />
        <Refusals />
      </div>
    </Screen>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10 [&_li]:mb-1 [&_p]:text-ink-soft [&_ul]:ps-5">
    <h2 className="mb-1 text-xl">{title}</h2>
    {children}
  </section>
)

const Calls = () => (
  <Section title="Calls with an API key">
    <p>
      JSON over HTTPS. Each call needs one of the scopes of the key; a call without a scope is refused to
      keys. A program sees the visits of its sites only, and no confidential tests.
    </p>
    <ul>
      {keyScopeNames.map((scope) => (
        <li key={scope}>
          <code>{scope}</code>: {keyScopes[scope].label.toLowerCase()}
          {!sandboxScopes.some((one) => one === scope) && ' (not in the sandbox)'}
        </li>
      ))}
    </ul>
    <Examples of={examples} />
    <h3 className="mt-5 text-m">In TypeScript</h3>
    <p>
      The folder <code>clients/typescript</code> of the source is a package without dependencies, with a
      method for each of these calls, retries, and the check of signatures. Its README books a visit in ten
      lines.
    </p>
  </Section>
)

const Examples = ({ of }: { of: readonly Example[] }) =>
  of.map(({ title, about, code }) => (
    <div key={title} className="mt-5">
      <h3 className="text-m">{title}</h3>
      <p>{about}</p>
      <CodeBlock>{code}</CodeBlock>
    </div>
  ))

const Files = () => (
  <Section title="Files">
    <ul>
      <li>
        <a href="/api/openapi.json">OpenAPI 3.1</a> of all calls, <a href="/api/docs">as a page</a>. A call
        names the scope that a key needs under <code>security</code>.
      </li>
      <li>
        <a href="/api/postman.json">Postman collection</a> of the calls of keys and the public calls. Set its
        variables <code>lab</code> and <code>key</code>.
      </li>
      <li>
        <a href="/fhir/R4/metadata">CapabilityStatement</a> and{' '}
        <a href="/fhir/R4/.well-known/smart-configuration">SMART configuration</a>
      </li>
    </ul>
  </Section>
)

type Types = ResponseOf<typeof readDevelopers>['fhir']

const Fhir = ({ types }: { types: Types }) => (
  <Section title="FHIR R4">
    <p>
      For programs of clinics and hospitals, under <code>/fhir/R4</code>, as JSON: appointments, orders,
      released results, Subscriptions and bulk export. A manager registers a client with SMART scopes; the
      token comes from client credentials (a secret, or <code>private_key_jwt</code>).{' '}
      <code>docs/guide/fhir.md</code> of the source has an example for each call.
    </p>
    <Examples of={fhirExamples} />
    <details className="mt-5">
      <summary className="tap cursor-pointer font-600 text-vial underline">
        Show the {types.length} types that are served
      </summary>
      <ul>
        {types.map(({ type, interactions, search, operations }) => (
          <li key={type}>
            <strong>{type}</strong>: {wordsOf(interactions).join(', ')}
            {search.length > 0 && <>. Search by {search.join(', ')}</>}
            {operations.length > 0 && <>. Operations: {operations.map((name) => `$${name}`).join(', ')}</>}
          </li>
        ))}
      </ul>
    </details>
    <p className="mt-2">
      <strong>Apps</strong> that patients, clinicians and staff let read use SMART App Launch 2: authorisation
      code with PKCE, standalone or from our screens. <code>docs/guide/apps.md</code> says how.
    </p>
  </Section>
)

const words: Readonly<Record<string, string>> = {
  'search-type': 'search',
  'history-instance': 'history',
  vread: 'earlier versions',
}

const wordsOf = (interactions: readonly string[]) => interactions.map((code) => words[code] ?? code)

const Others = () => (
  <>
    <Section title="HL7 v2">
      <p>
        Hospital systems send patients (ADT), orders (ORM, OML) and appointments (SIU) over MLLP or as batch
        files, and receive results (ORU) and appointments, with acknowledgements.{' '}
        <code>docs/guide/hl7.md</code> has the messages and segments.
      </p>
    </Section>
    <Section title="Webhooks">
      <p>
        Events of visits, samples and reports are sent to an https address of the program, at least once, and
        in order for each visit. They have ids only; the program reads the rest with its key. A delivery that
        fails is sent again for a day. Requests are signed as the{' '}
        <a href="https://www.standardwebhooks.com" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        specification says:
      </p>
      <CodeBlock>{verification}</CodeBlock>
    </Section>
  </>
)

const statuses = [
  ['400', 'fields names what is wrong with each field'],
  ['401', 'the key is unknown, has expired or was ended'],
  ['403', 'the key does not have the scope of the call'],
  ['404', 'there is no such visit at the sites of the key'],
  ['409', 'slot_taken, changed_meanwhile or not_possible_now: the message says what to do'],
  ['422', 'the Idempotency-Key was used for a different request'],
  [
    '429, 503',
    'wait for the seconds in Retry-After; nothing was changed, unless the code is outcome_unknown',
  ],
] as const

const Refusals = () => (
  <>
    <Section title="Errors">
      <p>
        Each refusal is JSON with <code>message</code>, <code>code</code> and <code>requestId</code>.
      </p>
      <ul>
        {statuses.map(([status, meaning]) => (
          <li key={status}>
            <strong>{status}</strong>: {meaning}
          </li>
        ))}
      </ul>
    </Section>
    <Section title="Limits">
      <ul>
        <li>Calls per minute: those of the key, 60 in the sandbox.</li>
        <li>A body has at most 64 KiB, a page of a list at most 200 rows.</li>
        <li>A key is valid for at most two years. An answer to an Idempotency-Key is kept for a day.</li>
        <li>A Bundle of FHIR has at most 1,000 entries and 5 MiB.</li>
      </ul>
    </Section>
  </>
)
