import { type Addressee, listAddressees } from '#server/modules/access/index.ts'
import { listReached, type Reached } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { OutboxRow } from './queries.ts'
import { addPushes, type Reached as Device, listDevicesOfAll, type PushRow } from './queries-push.ts'
import {
  addNotices,
  addSms,
  type Choice,
  listStopped,
  lockFresh,
  type NoticeRow,
  noteSpread,
  readChoices,
  type SmsRow,
  type SpreadRow,
} from './queries-spread.ts'
import { visitIdOf } from './visit-id-of.ts'
import { isListed, topicOf, waysOf } from './ways.ts'

const batch = 200

/**
 * Decides on which channels each new message is sent, and writes the rows: for e-mail the message's own row, for SMS another, for push
 * one for each browser, for the product a notice. A transaction writes all rows of a message or none, and only once.
 */
export async function spreadMessages(context: Context): Promise<void> {
  while ((await transact(context, spreadBatch)) === batch);
}

async function spreadBatch(context: Context): Promise<number> {
  const { db, clock } = context
  const rows = await lockFresh(db, batch)
  if (rows.length === 0) return 0
  const audience = await readAudience(context, rows)
  const spread: SpreadRow[] = []
  const sms: SmsRow[] = []
  const pushes: PushRow[] = []
  const notices: NoticeRow[] = []
  for (const row of rows) {
    const { noEmail, phone, devices, readers } = forRow(context, row, audience)
    spread.push({ id: row.id, noEmail })
    if (phone !== null) sms.push({ id: uuidv7(clock), repeats: row.id, phone })
    for (const { id, to } of devices) pushes.push({ id: uuidv7(clock), repeats: row.id, deviceId: id, to })
    notices.push(...readers.map((accountId) => ({ id: row.id, accountId })))
  }
  const now = clock.now()
  await noteSpread(db, spread, now)
  await addSms(db, sms, now)
  await addPushes(db, pushes, now)
  await addNotices(db, notices)
  return rows.length
}

type Audience = {
  visits: Map<string, Reached>
  accounts: readonly Addressee[]
  choices: readonly Choice[]
  devices: readonly Device[]
  stopped: Set<string>
  home: string
}

async function readAudience(context: Context, rows: readonly OutboxRow[]): Promise<Audience> {
  const { db } = context
  const { phone: home } = await laboratorySettings(context)
  const reached = await listReached(
    db,
    rows.flatMap((row) => visitIdOf(row.payload) ?? []),
  )
  const accounts = await listAddressees(db, {
    ids: reached.flatMap(({ accountId }) => accountId ?? []),
    addresses: rows.map(({ recipient }) => recipient),
    managers: rows.some(({ kind }) => kind === 'contact_message'),
  })
  const ids = accounts.map(({ id }) => id)
  const phones = reached.map(({ contact }) => dialled(contact, home))
  return {
    visits: new Map(reached.map((visit) => [visit.id, visit])),
    accounts,
    choices: await readChoices(db, ids),
    devices: await listDevicesOfAll(db, ids),
    stopped: await listStopped(db, [...phones, ...accounts.map((one) => dialled(one.phone, home))]),
    home,
  }
}

type Spread = {
  noEmail: string | null
  phone: string | null
  /** Subscribed browsers, with their account's address. */
  devices: { id: string; to: string }[]
  readers: string[]
}

function forRow(context: Context, row: OutboxRow, audience: Audience): Spread {
  const { visits, accounts, choices, stopped, home } = audience
  const devicesOf = ({ id, email }: Addressee) =>
    audience.devices.filter(({ accountId }) => accountId === id).map((one) => ({ id: one.id, to: email }))
  /** Messages that cannot be turned off go by e-mail, and also by push if that is preferred. */
  const besides = (person: Addressee) => (person.method === 'push' ? devicesOf(person) : [])
  const visit = visits.get(visitIdOf(row.payload) ?? '')
  const account =
    visit === undefined
      ? accounts.find(
          ({ email, signInPhone }) =>
            signInPhone === row.recipient || (email !== '' && email === row.recipient.toLowerCase()),
        )
      : accounts.find(({ id }) => id === visit.accountId)
  const topic = topicOf(row.kind)
  if (row.kind === 'contact_message') {
    const managers = accounts.filter(({ role }) => role === 'admin')
    return {
      noEmail: null,
      phone: null,
      devices: managers.flatMap(besides),
      readers: managers.map(({ id }) => id),
    }
  }
  const reader = account && isListed(row.kind) ? account : undefined
  const readers = reader ? [reader.id] : []
  // People without an e-mail address get an SMS, whatever the topic.
  if (topic === null && row.recipient !== '') {
    return { noEmail: null, phone: null, devices: reader ? besides(reader) : [], readers }
  }
  const devices = account ? devicesOf(account) : []
  const chosen = choices.find((one) => one.accountId === account?.id && one.topic === topic)?.channel
  const phone = dialled(visit?.contact ?? '', home) || dialled(account?.phone ?? '', home)
  const ways = waysOf({
    chosen: chosen ?? account?.method ?? 'email',
    email: row.recipient,
    phone,
    stopped: stopped.has(phone),
    connected: context.config.sms !== null,
    devices: devices.length,
  })
  return {
    noEmail: ways.noEmail,
    phone: ways.sms ? phone : null,
    devices: ways.push ? devices : [],
    readers,
  }
}
