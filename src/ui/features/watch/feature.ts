import type { Feature } from '../feature'

export const watch: Feature = {
  id: 'watch',
  title: 'Watch',
  icon: 'watch',
  key: 'w',
  home: { to: '/watch' },
  pages: [{ path: '/watch', load: () => import('./WatchPage').then((m) => m.WatchPage) }],
}
