import { groupDocument, groupListDocument, resourceListDocument, versionsDocument } from '../api/discovery'
import type { RequestContext } from './context'
import { documentResponse, type Endpoint } from './endpoints'
import type { Server } from './server'
import { unserved } from './unserved'

/** /api, /apis, groups and group versions, as the catalogue is now. */
export function discoveryEndpoints(server: Server): Endpoint[] {
  const { catalogue } = server
  const presentOr404 = (context: RequestContext, document: unknown): Response =>
    document === undefined ? unserved(server, context.url.pathname) : documentResponse(context, document)
  const address = (context: { url: URL }) => context.url.host
  return [
    {
      path: /^\/(?:index\.html)?$/,
      anyMethod: true,
      answer: (context) => documentResponse(context, { paths: pathsServed(server) }),
    },
    {
      path: /^\/api$/,
      answer: (context) => documentResponse(context, versionsDocument(catalogue.types(), address(context))),
    },
    { path: /^\/apis$/, answer: (context) => documentResponse(context, groupListDocument(catalogue.types())) },
    {
      path: /^\/api\/([^/]+)$/,
      answer: (context, [version = '']) => presentOr404(context, resourceListDocument(catalogue.types(), '', version)),
    },
    {
      path: /^\/apis\/([^/]+)$/,
      answer: (context, [group = '']) => presentOr404(context, groupDocument(catalogue.types(), group)),
    },
    {
      path: /^\/apis\/([^/]+)\/([^/]+)$/,
      answer: (context, [group = '', version = '']) =>
        presentOr404(context, resourceListDocument(catalogue.types(), group, version)),
    },
  ]
}

const FIXED_PATHS = ['/api', '/apis', '/healthz', '/livez', '/metrics', '/openapi/v2', '/readyz', '/version']

/** The index of the server: its endpoints and every group and version. */
function pathsServed({ catalogue }: Server): string[] {
  const groups = catalogue
    .types()
    .flatMap(({ group, version }) => (group ? [`/apis/${group}`, `/apis/${group}/${version}`] : [`/api/${version}`]))
  return [...new Set([...FIXED_PATHS, ...groups])].sort()
}
