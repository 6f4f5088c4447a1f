import { at, isObject } from '../../../../machinery/json'
import { requestInfoOf, type RequestInfo } from '../../../../server/request-info'
import { groupInPath } from '../../../state/place'

/** A demonstrated request and its answer. */
export interface DemonstratedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly contentType: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}

/** Where the outcome of a request is visible: a page, named as in scenarios; without one, the open page. */
export interface OutcomeTarget {
  readonly page?: string
  /** Selectors: the first that matches is highlighted, or the page's heading if none does. */
  readonly at: readonly string[]
  readonly words: string
}

const labelled = (...names: readonly string[]): string[] => names.map((name) => `#content [aria-label="${name}"]`)
interface PageRow {
  readonly path: RegExp
  readonly at: readonly string[]
  readonly words: string
  /** True if it also shows requests that changed nothing. */
  readonly tellsAll?: boolean
}

const OBJECT_PAGE = /^\/explore(\/[^/]+){5}$/

/** The elements that show the state on each page. The first row whose pattern matches the path applies. */
const PAGES: readonly PageRow[] = [
  { path: /^\/apply\/./, at: labelled('Object, line by line', 'Object'), words: 'See who owns the fields now.' },
  { path: /^\/access\/why$/, at: labelled('Result'), words: 'See the result now.', tellsAll: true },
  { path: /^\/access\/rights$/, at: labelled('Rules'), words: 'See what is allowed now.' },
  { path: /^\/access$/, at: ['#content table', '#content [role="grid"]'], words: 'See who can do what now.' },
  {
    path: /^\/admission\/audit$/,
    at: labelled('Events, newest first'),
    words: 'See what was recorded.',
    tellsAll: true,
  },
  { path: /^\/admission\/pod-security$/, at: labelled('Table of controls'), words: 'See the result for each level.' },
  { path: /^\/admission$/, at: labelled('Request stages'), words: 'See the stages of the request.' },
  { path: /^\/reference\/./, at: labelled('Field'), words: 'See the fields.', tellsAll: true },
  { path: OBJECT_PAGE, at: ['#content .o-page-body'], words: 'See the object now.' },
  { path: /^\/explore(\/[^/]+){3}$/, at: ['#content [role="grid"]'], words: 'See the list now.' },
]

const rowOf = (page: string): PageRow | undefined => PAGES.find(({ path }) => path.test(page.split('?')[0] ?? ''))

function outcomeTargetOn(page: string): OutcomeTarget {
  const { at, words } = rowOf(page) ?? { at: [], words: 'See the page now.' }
  return { page, at, words }
}

const RESPONSE: OutcomeTarget = { at: labelled('Response'), words: 'Read the answer.' }

const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

const searchOf = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()

/** The page with the rights of a newly bound subject. */
function rightsPage({ body }: DemonstratedRequest): string | undefined {
  const subject = at(body, 'subjects', 0)
  const name = textAt(subject, 'name')
  const kinds: Readonly<Record<string, string>> = {
    User: `user:${name}`,
    Group: `group:${name}`,
    ServiceAccount: `account:${textAt(subject, 'namespace')}/${name}`,
  }
  const who = kinds[textAt(subject, 'kind')]
  return who && `/access/rights?${searchOf({ who })}`
}

const objectPath = ({ apiGroup, apiVersion, resource, namespace }: RequestInfo, name: string): string =>
  [groupInPath(apiGroup), apiVersion, resource, namespace || '-', encodeURIComponent(name)].join('/')

const listPage = ({ apiGroup, apiVersion, resource, namespace }: RequestInfo): string =>
  `/explore/${groupInPath(apiGroup)}/${apiVersion}/${resource}${namespace && `?${searchOf({ ns: namespace })}`}`

interface WriteRow {
  readonly fits: (shown: DemonstratedRequest, info: RequestInfo, name: string) => boolean
  /** Undefined if the answer itself is enough. */
  readonly page: (shown: DemonstratedRequest, info: RequestInfo, name: string) => string | undefined
}

/** Where written objects are visible. The first matching row applies. */
const WRITES: readonly WriteRow[] = [
  {
    fits: (_, { resource, subresource }) => resource.endsWith('reviews') || subresource === 'token',
    page: () => undefined,
  },
  {
    fits: ({ body }, { resource }) => resource.endsWith('rolebindings') && isObject(at(body, 'subjects', 0)),
    page: rightsPage,
  },
  { fits: (_, { verb }, name) => verb.startsWith('delete') || name === '', page: (_, info) => listPage(info) },
  {
    fits: ({ contentType }) => contentType.includes('apply-patch'),
    page: (_, info, name) => `/apply/${objectPath(info, name)}`,
  },
  { fits: () => true, page: (_, info, name) => `/explore/${objectPath(info, name)}?tab=yaml` },
]

/** Where to look after `shown` was sent in a step about `page`: that page, the written object, or the answer. */
export function outcomeTargetOf(shown: DemonstratedRequest | undefined, page: string | undefined): OutcomeTarget {
  const own = page !== undefined && rowOf(page) ? page : undefined
  if (!shown) return own === undefined ? { at: [], words: 'See the page now.' } : outcomeTargetOn(own)
  const [path = '', query = ''] = shown.path.split(/\?(.*)/s)
  const search = new URLSearchParams(query)
  const info = requestInfoOf(shown.method, { path, query: search })
  const changes = shown.method !== 'GET' && shown.status < 400 && info.isResourceRequest && !search.has('dryRun')
  // The page of one object does not show another, newly created one.
  const shows = !(info.verb === 'create' && info.subresource === '' && OBJECT_PAGE.test(own?.split('?')[0] ?? ''))
  if (own !== undefined && (changes ? shows : rowOf(own)?.tellsAll)) return outcomeTargetOn(own)
  if (!changes) return RESPONSE
  const name = info.name || textAt(shown.answer, 'metadata', 'name')
  const found = WRITES.find(({ fits }) => fits(shown, info, name))?.page(shown, info, name)
  return found === undefined ? RESPONSE : outcomeTargetOn(found)
}
