import { viewRoute } from '../../state/routes'
import type { Feature } from '../feature'
import { VIEWS } from './views'

const load = () => import('./AdmissionPage').then((m) => m.AdmissionPage)

/** The area Admission: plugins, webhooks, policies and audit. */
export const admission: Feature = {
  id: 'admission',
  title: 'Admission',
  icon: 'admission',
  key: 'm',
  home: { to: '/admission' },
  pages: [
    { path: '/admission', load },
    { path: '/admission/$view', load },
  ],
  commands: VIEWS.map(({ id, title, tab }) => ({
    id: `admission-${id}`,
    title,
    tab,
    words: `admission ${tab}`,
    place: { to: viewRoute('/admission', id === 'chain' ? undefined : id) },
  })),
}
