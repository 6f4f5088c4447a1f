import type { Feature } from '../feature'

/** The area Console: requests by hand. */
export const consoleFeature: Feature = {
  id: 'console',
  title: 'Console',
  icon: 'console',
  key: 'c',
  home: { to: '/console' },
  pages: [{ path: '/console', load: () => import('./ConsolePage').then((m) => m.ConsolePage) }],
  commands: [
    {
      id: 'console-healthz',
      title: 'Show health checks',
      words: 'livez readyz healthz',
      place: { to: '/console', search: { method: 'GET', path: '/readyz?verbose' } },
    },
    {
      id: 'console-metrics',
      title: 'Show metrics',
      words: 'prometheus',
      place: { to: '/console', search: { method: 'GET', path: '/metrics' } },
    },
  ],
}
