import pg from 'pg'
import { type Connection, clientConfig } from '../database.ts'

/** The parts of pg's connection that replication needs and that its types leave out. */
type Wire = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  stream: { pause(): void; resume(): void }
}

export type Row = Record<string, string | null>

/**
 * A connection in the replication protocol, which copies a whole cluster and streams its write-ahead log.
 * https://www.postgresql.org/docs/18/protocol-replication.html
 */
export type Replication = {
  rows(command: string): Promise<Row[]>
  /** Runs a command that sends data. Resolves at the end of the data with the rows that came with it. */
  copy(command: string, take: (chunk: Buffer) => void): Promise<Row[]>
  /** Data to the server while it sends. */
  send(chunk: Buffer): void
  pause(): void
  resume(): void
  end(): Promise<void>
}

export async function openReplication(connection: Connection): Promise<Replication> {
  const config: pg.ClientConfig & { replication: string } = {
    ...clientConfig(connection),
    application_name: 'phial backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    replication: 'true',
  }
  const client = new pg.Client(config)
  // The command that runs reports the same error.
  client.on('error', () => {})
  await client.connect()
  const { connection: wire } = client as unknown as { connection: Wire }
  const copy = (command: string, take: (chunk: Buffer) => void) =>
    new Promise<Row[]>((resolve, reject) => {
      client.query(new CopyOut(command, take, resolve, reject))
    })
  return {
    rows: (command) => copy(command, () => {}),
    copy,
    send: (chunk) => wire.sendCopyFromChunk(chunk),
    pause: () => wire.stream.pause(),
    resume: () => wire.stream.resume(),
    async end() {
      await client.end().catch(() => {})
    },
  }
}

/** A command in the simple protocol, whose results may be several sets of rows with data between them. */
class CopyOut implements pg.Submittable {
  private readonly command: string
  private readonly take: (chunk: Buffer) => void
  private readonly done: (rows: Row[]) => void
  private readonly failed: (error: Error) => void
  private columns: string[] = []
  private readonly rows: Row[] = []

  constructor(
    command: string,
    take: (chunk: Buffer) => void,
    done: (rows: Row[]) => void,
    failed: (error: Error) => void,
  ) {
    this.command = command
    this.take = take
    this.done = done
    this.failed = failed
  }

  submit(wire: unknown): void {
    ;(wire as Wire).query(this.command)
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.columns = fields.map(({ name }) => name)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(Object.fromEntries(this.columns.map((name, at) => [name, fields[at] ?? null])))
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser uses its buffer again for the next messages.
    this.take(Buffer.from(chunk))
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.done(this.rows)
  }

  handleError(error: Error): void {
    this.failed(error)
  }
}

/** A position in the write-ahead log, as `16/B374D848` and as a number. */
export const parseLsn = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
export const sayLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase()
