import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(js|css|html|svg)$/
/** Below this a compressed answer is no shorter by a packet. */
const worthwhile = 1024

/**
 * Writes each text file once more as `.br` and `.gz`: compressed once, at the best level, instead of on every request.
 * The server sends them where the browser takes them.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const files = Object.values(bundle).filter(({ fileName }) => text.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (content.length < worthwhile) return
          const path = join(dir, file.fileName)
          const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params: best }))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
