import { ApiError, noConnection } from './api-error.ts'
import { useIsLost } from './connection.ts'

/** Why a screen could not be shown, if that is known. Without a connection, the files of the screen could not be loaded. */
export function useKnownFailure(error: unknown): ApiError | null {
  const isLost = useIsLost()
  if (error instanceof ApiError) return error
  return isLost ? noConnection(error, { method: 'GET' }) : null
}
