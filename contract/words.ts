/**
 * Query parameters with search words, which are mostly names of people. Servers and proxies log URLs, so the screens send these
 * parameters in the header `x-words`, in the same encoding. A call accepts them in the query as well.
 */
export const wordParameters: readonly string[] = ['about', 'code', 'search', 'who']
export const wordsHeader = 'x-words'
