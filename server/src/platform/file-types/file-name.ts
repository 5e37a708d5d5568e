import type { AttachmentType } from '#contract/attachments.ts'

const endings: Readonly<Record<AttachmentType, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
}
const most = 120

/**
 * A name that can be shown and saved under: no path, no sign that cannot be seen or turns the writing around, and the
 * ending of what the file is, whatever it was called.
 */
export function cleanName(given: string, type: AttachmentType): string {
  const ending = endings[type]
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\.(pdf|png|jpe?g|jfif)$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const stem = [...name]
    .slice(0, most - ending.length)
    .join('')
    .trim()
  return (stem || 'attachment') + ending
}

/** The header that makes every browser save the file under its name and show none of it (RFC 6266, RFC 8187). */
export function saveAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`
}
