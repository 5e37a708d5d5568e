import * as contract from '#contract/apps.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { answerRequest } from './answer-request.ts'
import { endOwnAccess, listOwnAccess } from './end-access.ts'
import type { AuthorizationServer } from './hold-authorization-server.ts'
import { launchApp, listLaunchable } from './launch-app.ts'
import { readRequest } from './read-request.ts'

/** The calls by which people let apps read, and end it. */
export function appRoutes(serve: Serve, server: AuthorizationServer): void {
  serve(contract.readAppRequest, (context, call) => readRequest(context, server, call))
  serve(contract.answerAppRequest, (context, call) =>
    answerRequest(context, server, { id: call.params.id, ...call.body }, call),
  )
  serve(contract.listLaunchableApps, (context) => listLaunchable(context))
  serve(contract.launchApp, (context, { body }) => launchApp(context, body))
  serve(contract.listAppAccess, (context) => listOwnAccess(context))
  serve(contract.endAppAccess, (context, { params }) => endOwnAccess(context, params.id))
}
