import { viewRoute } from '../../state/routes'
import type { Feature } from '../feature'
import { ACCESS_VIEWS } from './views'

const load = () => import('./AccessPage').then((m) => m.AccessPage)

/** The area Access: roles, bindings, and why a request is allowed or refused. */
export const access: Feature = {
  id: 'access',
  title: 'Access',
  icon: 'access',
  key: 'p',
  home: { to: '/access' },
  pages: [
    { path: '/access', load },
    { path: '/access/$view', load },
  ],
  commands: ACCESS_VIEWS.map(({ id, title, tab }) => ({
    id: `access-${id}`,
    title,
    tab,
    words: `rbac roles rights permissions authorization ${tab}`,
    place: { to: viewRoute('/access', id === 'matrix' ? undefined : id) },
  })),
}
