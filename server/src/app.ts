import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import {
  accessRoutes,
  answerWhenHeard,
  authenticate,
  createSessionCache,
  stillSignedIn,
} from './modules/access/index.ts'
import { authorityRoutes } from './modules/authorities/index.ts'
import { backupRoutes } from './modules/backups/index.ts'
import { bookingRoutes } from './modules/booking/index.ts'
import { catalogueRoutes } from './modules/catalogue/index.ts'
import { clinicRoutes } from './modules/clinics/index.ts'
import { downtimeRoutes } from './modules/downtime/index.ts'
import { eqaRoutes } from './modules/eqa/index.ts'
import { erasureRoutes } from './modules/erasures/index.ts'
import {
  admitKey,
  apiClientRoutes,
  appRoutes,
  developerRoutes,
  fhirRoutes,
  healthCardRoutes,
  hl7Routes,
  holdAuthorizationServer,
  isApiKey,
  webhookRoutes,
} from './modules/fhir/index.ts'
import { insightRoutes } from './modules/insights/index.ts'
import { instrumentRoutes } from './modules/instruments/index.ts'
import { laboratoryRoutes } from './modules/laboratory/index.ts'
import { microbiologyRoutes } from './modules/microbiology/index.ts'
import { moneyRoutes } from './modules/money/index.ts'
import { nonconformityRoutes } from './modules/nonconformities/index.ts'
import { notificationRoutes } from './modules/notifications/index.ts'
import { createCertificates, measuresOf, operationRoutes } from './modules/operations/index.ts'
import { personRoutes } from './modules/people/index.ts'
import { createQueueStreams, type Forecaster, liveRoutes, queueRoutes } from './modules/queue/index.ts'
import { retentionRoutes } from './modules/retention/index.ts'
import { siteRoutes } from './modules/sites/index.ts'
import { stockRoutes } from './modules/stock/index.ts'
import { temperatureRoutes } from './modules/temperatures/index.ts'
import { transferRoutes } from './modules/transfer/index.ts'
import { noteRequest } from './platform/crowd.ts'
import { Refusal } from './platform/errors.ts'
import { languageOf } from './platform/http/asked-language.ts'
import { aheadOf, tellClock } from './platform/http/clock-ahead.ts'
import { tellDenials } from './platform/http/denials.ts'
import { docsPage } from './platform/http/docs-page.ts'
import { drainOnClose } from './platform/http/drain.ts'
import { answerErrors } from './platform/http/errors.ts'
import { serveHealth, type WhyNotReady } from './platform/http/health.ts'
import { keepDocument } from './platform/http/kept-document.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { servePages } from './platform/http/pages.ts'
import { postmanCollection } from './platform/http/postman-collection.ts'
import { measureRequest, routeOf } from './platform/http/request-times.ts'
import { type Base, createServe } from './platform/http/serve.ts'
import { createStreams } from './platform/http/streams.ts'
import { traceRequests } from './platform/http/trace-requests.ts'
import { compileValidator } from './platform/http/validation.ts'
import { textOf } from './platform/http/written-once.ts'
import { uuidv7 } from './platform/ids.ts'
import type { Live } from './platform/live/listener.ts'
import { translate } from './platform/sentences/translate.ts'

const bodyLimit = 64 * 1024
/** Enough for ten megabytes over a slow line. Without a limit a slow client could keep its connection for ever. */
const requestTimeout = 300_000

/**
 * Builds the HTTP application; does not listen. `whyNotReady` gives the reason why it cannot serve, or null; `live` reports
 * changes in the database.
 */
export async function createApp(
  base: Base,
  whyNotReady: WhyNotReady,
  live: Live,
  forecaster: Pick<Forecaster, 'expectedAt'> = { expectedAt: () => [] },
  leaving: AbortSignal = new AbortController().signal,
): Promise<FastifyInstance> {
  const { config, log, clock } = base
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => uuidv7(clock),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(compileValidator as never)
  // An answer is cut to its schema, so that only fields of the contract are sent.
  app.setSerializerCompiler(
    (({ schema }: { schema: { parse(data: unknown): unknown } }) =>
      (data: unknown) =>
        textOf(data, () => {
          const answer = schema.parse(data)
          return typeof answer === 'string' ? answer : JSON.stringify(answer)
        })) as never,
  )
  acceptEmptyJson(app)
  const tellDenial = tellDenials(base)
  answerErrors(app, tellDenial)
  traceRequests(app)
  logRequests(app, base)
  drainOnClose(app, leaving)
  const streams = createStreams(app, {
    live,
    log,
    stillSignedIn: (sessions) => stillSignedIn(base, sessions),
  })

  await app.register(helmet, securityHeaders(base))
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], inflateIfDeflated: false })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Phial',
        version: '0.1.0',
        description:
          'Booking, bench and results of a medical laboratory. Search words (about, code, search, who) can be sent in the header x-words, encoded as in the query, since servers log URLs.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key (phk_…). Each call names the scope that the key needs.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  })

  // With two Host headers, a proxy and this server could each use a different header.
  app.addHook('onRequest', async (request) => {
    const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.filter((name) => name.toLowerCase() === 'host').length > 1) {
      throw new Refusal('bad_request', 'Send one Host header')
    }
  })

  // An answer may contain personal data: no cache may store it unless a handler allows it.
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
  })

  // What was done is said in a sentence, to whoever asked for it.
  app.addHook('preSerialization', async (request, _reply, answer) =>
    hasMessage(answer) ? { ...answer, message: translate(answer.message, languageOf(request)) } : answer,
  )

  if (config.demo) tellClock(app, clock)

  const certificates = createCertificates(config)
  const authorizationServer = holdAuthorizationServer(base)
  await app.register(async (api) => {
    const sessions = createSessionCache(live)
    const serve = createServe(api, base, (of, token) =>
      isApiKey(token) ? admitKey(of, token) : authenticate(of, token, sessions),
    )
    siteRoutes(serve)
    accessRoutes(api, answerWhenHeard(serve, live), base)
    personRoutes(serve)
    catalogueRoutes(serve)
    microbiologyRoutes(serve)
    bookingRoutes(serve)
    moneyRoutes(api, serve, base)
    queueRoutes(serve, createQueueStreams(base, live, streams), forecaster)
    liveRoutes(serve, { log, live, streams })
    laboratoryRoutes(serve)
    instrumentRoutes(serve)
    nonconformityRoutes(serve)
    eqaRoutes(serve)
    stockRoutes(serve)
    clinicRoutes(serve)
    temperatureRoutes(serve)
    backupRoutes(serve)
    retentionRoutes(serve)
    erasureRoutes(serve)
    downtimeRoutes(serve)
    apiClientRoutes(serve)
    developerRoutes(serve)
    appRoutes(serve, authorizationServer)
    healthCardRoutes(serve)
    hl7Routes(serve)
    webhookRoutes(serve)
    authorityRoutes(serve)
    insightRoutes(serve)
    transferRoutes(serve)
    operationRoutes(serve, certificates)
    notificationRoutes(api, serve, base, { live, streams })
    const document = () => app.swagger() as Exclude<ReturnType<typeof app.swagger>, string>
    const hidden = { schema: { hide: true } }
    api.get(
      '/api/openapi.json',
      hidden,
      keepDocument('application/json; charset=utf-8', () => JSON.stringify(document())),
    )
    api.get(
      '/api/postman.json',
      hidden,
      keepDocument('application/json; charset=utf-8', () =>
        JSON.stringify(postmanCollection(document(), config.publicUrl)),
      ),
    )
    api.get(
      '/api/docs',
      hidden,
      keepDocument('text/html; charset=utf-8', () => docsPage(document())),
    )
  })
  fhirRoutes(app, base, tellDenial, authorizationServer)
  serveHealth(app, whyNotReady)
  serveMetrics(app, config.metricsToken, measuresOf(base, certificates))
  await servePages(app, config.demo ? () => aheadOf(clock) : null)
  return app
}

/** DELETE and POST without a body are usual; only what is there must be JSON. `__proto__` is refused by the parser. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

const hasMessage = (answer: unknown): answer is { message: string } =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'

/** Logs the pattern of the address, never the address, since ids and search words identify people. */
function logRequests(app: FastifyInstance, { log }: Base): void {
  // These lines contain nothing to mask, and the search for it would cost as much as writing them.
  const access = log.child({}, { redact: [] })
  app.addHook('onResponse', async (request, reply) => {
    noteRequest()
    measureRequest(request, reply)
    access.info(
      {
        reqId: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** Features of the browser that the product's own pages use are allowed to these pages only; all others are disabled. */
const features = {
  self: [
    // Scans QR codes: `ui/qr-scanner.tsx`.
    'camera',
    'clipboard-write',
    'fullscreen',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
  ],
  '': [
    'accelerometer',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ],
}
const permissionsPolicy = Object.entries(features)
  .flatMap(([whom, names]) => names.map((name) => `${name}=(${whom})`))
  .join(', ')

function securityHeaders({ config }: Base) {
  const secure = config.publicUrl.startsWith('https://')
  const contact = URL.canParse(config.contact.url) ? [new URL(config.contact.url).origin] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // The preview of a mail is a document within the page and under its policy; mails carry their style in attributes.
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...contact],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: secure
      ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains }
      : false,
    referrerPolicy: { policy: 'same-origin' as const },
    crossOriginEmbedderPolicy: false,
  }
}
