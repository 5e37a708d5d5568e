/** A phone number as + and digits with country code; empty if it is invalid. The default country code is that of `home`. */
export function dialled(phone: string, home: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return ''
  if (phone.trim().startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  const country = /^\+(\d{1,3})[ ().-]/.exec(home)?.[1]
  if (!digits.startsWith('0')) return country !== undefined && digits.startsWith(country) ? `+${digits}` : ''
  return country === undefined ? '' : `+${country}${digits.slice(1)}`
}
