/**
 * All addresses of the interface. `$name` is a parameter. The array of an address lists its views, each at the address followed
 * by the view's name. Links are typed by this table, so a broken link fails the type check.
 */
export const ROUTES = {
  '/': [],
  '/explore': [],
  '/explore/$group/$version/$resource': [],
  '/explore/$group/$version/$resource/$namespace/$name': [],
  '/workloads': ['pending', 'rollouts', 'stages'],
  '/map': [],
  '/create': [],
  '/apply': [],
  '/apply/$group/$version/$resource/$namespace/$name': [],
  '/access': ['why', 'rights', 'graph', 'compare', 'draft', 'least', 'mistakes', 'abac', 'webhook'],
  '/admission': ['webhooks', 'policies', 'pod-security', 'audit'],
  '/identity': ['compare', 'certificates', 'tokens', 'provider', 'webhook', 'files'],
  '/learn': ['make'],
  '/open': [],
  '/watch': [],
  '/releases': ['versions', 'rehearsal', 'plan', 'ledger'],
  '/reference': ['plugins', 'glossary'],
  '/reference/$group/$version/$resource': [],
  '/console': [],
  '/connect': [],
  '/settings': ['release', 'start', 'names', 'storage', 'appearance', 'keys'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Addresses of earlier versions, which bookmarks and links may still hold. */
const MOVED: Readonly<Record<string, string>> = {
  '/admission/callbacks': '/admission/webhooks',
  '/identity/callback': '/identity/webhook',
}

/** The present address of a page. */
export const presentPath = (pathname: string): string => (Object.hasOwn(MOVED, pathname) && MOVED[pathname]) || pathname

type Root = keyof typeof ROUTES

/** The views of an address: `why` of `/access`. */
export type ViewOf<R extends Root> = (typeof ROUTES)[R][number]

/** An address that a link can name, with `$name` for parameters. */
export type Route = { [R in Root]: R | `${R}/${ViewOf<R>}` }[Root]

/** The address of a page; one page may serve all views of an address, as `/access/$view`. */
export type PagePath = Route | `${Root}/$${'view' | 'section'}`

type ParameterOf<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

/** The parameters of an address with their unencoded values. */
export type ParametersOf<R extends Route> = Readonly<Record<ParameterOf<R>, string>>

/** The address of a view; a page's first view has the page's own address. */
export const viewRoute = <R extends Root>(root: R, view: ViewOf<R> | undefined): R | `${R}/${ViewOf<R>}` =>
  view === undefined ? root : `${root}/${view}`

/** Every address that a link can name. */
export const allRoutes = (): Route[] =>
  Object.entries(ROUTES).flatMap(([root, views]) => [root, ...views.map((view) => `${root}/${view}`)] as Route[])
