/**
 * Every address of the interface, once. A `$name` is a parameter. What stands in the list of an address are its views: each has
 * the address with its name behind it. Links are typed by this table, so that one that leads nowhere fails the type check.
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
  '/admission': ['callbacks', 'policies', 'pod-security', 'audit'],
  '/identity': ['compare', 'certificates', 'tokens', 'provider', 'callback', 'files'],
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

type Root = keyof typeof ROUTES

/** The views of an address: `why` of `/access`. */
export type ViewOf<R extends Root> = (typeof ROUTES)[R][number]

/** An address that a link may name, with `$name` for parameters. */
export type Route = { [R in Root]: R | `${R}/${ViewOf<R>}` }[Root]

/** An address of a page: a page may show all views of an address, as `/access/$view`. */
export type PagePath = Route | `${Root}/$${'view' | 'section'}`

type ParameterOf<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

/** The parameters of an address and their values, not encoded. */
export type ParametersOf<R extends Route> = Readonly<Record<ParameterOf<R>, string>>

/** The address of a view; the first view of a page has the page's own address. */
export const viewRoute = <R extends Root>(root: R, view: ViewOf<R> | undefined): R | `${R}/${ViewOf<R>}` =>
  view === undefined ? root : `${root}/${view}`

/** Every address that a link may name. */
export const allRoutes = (): Route[] =>
  Object.entries(ROUTES).flatMap(([root, views]) => [root, ...views.map((view) => `${root}/${view}`)] as Route[])
