import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { embedPanel } from '../../links/embed'
import { messageOf } from '../../machinery/message-of'
import { Go } from '../components/Go'
import { Empty, Loading, ErrorMessage } from '../components/States'
import { FEATURES } from '../features/table'
import { notePageOpened } from '../state/page-opened'
import { presentPath } from '../state/routes'
import { parseSearch, stringifySearch } from '../state/search-text'
import { Shell } from './Shell'

const EmbedShell = lazyRouteComponent(() => import('./embed/EmbedShell').then((m) => ({ default: m.EmbedShell })))

/** The address is the part after `#`; the page's own query (`?flags=`) does not belong to it. */
const hashHistory = () =>
  createBrowserHistory({
    parseLocation: () => {
      const [asked = '/', ...query] = (window.location.hash.slice(1) || '/').split('?')
      const pathname = presentPath(asked)
      const href = [pathname, ...query].join('?')
      const state = (window.history.state ?? { __TSR_index: 0 }) as { __TSR_index: number }
      return { href, pathname, search: query.length > 0 ? `?${query.join('?')}` : '', hash: '', state }
    },
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
  })

/** Browsers' messages for a site file that could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script|preload CSS/i

/** An error page: offers to retry, or to reload if a file of the site is missing. */
function PageError({ error, reset }: ErrorComponentProps<unknown>) {
  const message = messageOf(error)
  const missing = NOT_FETCHED.test(message)
  return (
    <div className="o-pad-page">
      {missing ? (
        <ErrorMessage error="Part of this page could not be loaded." onRetry={() => location.reload()}>
          The site can’t be reached, or a newer version was deployed. Reload to continue; your drafts are saved.
          <div className="o-dim o-small o-break">{message}</div>
        </ErrorMessage>
      ) : (
        <ErrorMessage error={error} onRetry={reset} />
      )}
    </div>
  )
}

/**
 * Addresses are in the `#` fragment, so they work under any base path and on any file server, and never collide with API
 * paths, which the service worker answers. The identity stays in the address from page to page.
 */
export function makeRouter() {
  const root = createRootRoute({
    component: embedPanel(location.search) ? EmbedShell : Shell,
    validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
    search: { middlewares: [retainSearchParams(['as'])] },
    notFoundComponent: () => (
      <Empty title="Page not found" page icon="search" actions={<Go place={{ to: '/explore' }}>Go to the overview</Go>}>
        The address may be from another version of Orchard.
      </Empty>
    ),
    errorComponent: PageError,
  })
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./front/StartPage').then((m) => ({ default: m.StartPage }))),
    pendingComponent: Loading,
    errorComponent: PageError,
  })
  const pages = FEATURES.flatMap((feature) =>
    feature.pages.map((page) =>
      createRoute({
        getParentRoute: () => root,
        path: page.path,
        component: lazyRouteComponent(() => page.load().then((component) => ({ default: component }))),
        pendingComponent: Loading,
        errorComponent: PageError,
      }),
    ),
  )
  const router = createRouter({
    routeTree: root.addChildren([index, ...pages]),
    history: hashHistory(),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) notePageOpened()
  })
  return router
}
