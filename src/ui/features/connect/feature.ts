import type { Feature } from '../feature'

/** The area Connect: how programs outside the browser reach the cluster. */
export const connect: Feature = {
  id: 'connect',
  title: 'Connect',
  icon: 'connect',
  key: 'n',
  home: { to: '/connect' },
  pages: [{ path: '/connect', load: () => import('./ConnectPage').then((m) => m.ConnectPage) }],
  commands: [
    {
      id: 'connect-config',
      title: 'Connect a program',
      words: 'kubeconfig orchctl curl helm client library native relay',
      place: { to: '/connect' },
    },
  ],
}
