import { groupDocument, groupListDocument, resourceListDocument, versionsDocument } from '../../api/discovery'
import { behaves } from '../../api/releases/ledger'
import type { RequestContext } from '../context'
import { documentResponse, type Endpoint } from './endpoints'
import type { Server } from '../server'
import { unserved } from './unserved'

/** /api, /apis, groups and group versions, as the catalogue is now. */
export function discoveryEndpoints(server: Server): Endpoint[] {
  const { catalogue } = server
  const hashes = behaves('storage-version-hash', server)
  const presentOr404 = (context: RequestContext, document: unknown): Response =>
    document === undefined ? unserved(server, context.target.path) : documentResponse(context, document)
  return [
    {
      path: /^\/(?:index\.html)?$/,
      anyMethod: true,
      answer: (context) => documentResponse(context, { paths: pathsServed(server) }),
    },
    {
      path: /^\/api$/,
      answer: (context) => documentResponse(context, versionsDocument(catalogue.types(), context.target.host)),
    },
    { path: /^\/apis$/, answer: (context) => documentResponse(context, groupListDocument(catalogue.types())) },
    {
      path: /^\/api\/([^/]+)$/,
      answer: (context, [version = '']) =>
        presentOr404(context, resourceListDocument(catalogue.types(), '', version, hashes)),
    },
    {
      path: /^\/apis\/([^/]+)$/,
      answer: (context, [group = '']) => presentOr404(context, groupDocument(catalogue.types(), group)),
    },
    {
      path: /^\/apis\/([^/]+)\/([^/]+)$/,
      answer: (context, [group = '', version = '']) =>
        presentOr404(context, resourceListDocument(catalogue.types(), group, version, hashes)),
    },
  ]
}

const FIXED_PATHS = ['/api', '/apis', '/healthz', '/metrics', '/openapi/v2', '/version']
const LATER_PATHS = ['/livez', '/readyz']

/** The index of the server: its endpoints and every group and version. */
function pathsServed({ catalogue, release }: Server): string[] {
  const groups = catalogue
    .types()
    .flatMap(({ group, version }) => (group ? [`/apis/${group}`, `/apis/${group}/${version}`] : [`/api/${version}`]))
  return [...new Set([...FIXED_PATHS, ...(behaves('livez-and-readyz', release) ? LATER_PATHS : []), ...groups])].sort()
}
