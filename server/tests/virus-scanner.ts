import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server on the loopback that implements the command INSTREAM of clamd, with a finding for the word EICAR. */
export async function openScanner() {
  const seen: Buffer[] = []
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const file = fileIn(received)
      if (file) answer(socket, file)
    })
  })
  function answer(socket: Socket, file: Buffer) {
    seen.push(file)
    socket.end(file.includes('EICAR') ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The files that were scanned. */
    seen,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The file of a command; null until its last chunk, which is empty, has arrived. */
function fileIn(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (!received.toString('latin1', 0, command.length).startsWith(command)) return null
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
