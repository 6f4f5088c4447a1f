import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StatusError } from '../../client/status-error'
import type { TabLink } from '../../links/tab-link'
import { type Session, SessionContext } from '../state/connection'
import { ErrorNotice } from '../components/ErrorNotice'
import { showErrorsWith } from '../state/notify'
import { TabLinkContext } from '../state/link'
import { makeRouter } from './router'
import '../components/mantine.css'
import '../components/theme.css'
import '../components/utilities.css'
import '../components/components.css'
import { ThemeProvider } from '../components/ThemeProvider'

showErrorsWith((error) => <ErrorNotice error={error} />)

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 3 && !(error instanceof StatusError && error.code < 500),
    },
  },
})

interface AppProps {
  readonly session: Session
  readonly link: TabLink
  readonly router: ReturnType<typeof makeRouter>
}

/** The whole interface, with what its components get from context. */
export function App({ session, link, router }: AppProps) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queries}>
        <SessionContext value={session}>
          <TabLinkContext value={link}>
            <RouterProvider router={router} />
          </TabLinkContext>
        </SessionContext>
      </QueryClientProvider>
    </ThemeProvider>
  )
}
