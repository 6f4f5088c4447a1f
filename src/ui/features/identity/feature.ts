import type { Feature } from '../feature'
// Makes identities with credentials in this tab available from the first page on.
import './publish'
import { SECTIONS } from './sections'

/** The area Identity: who the page acts as, and ways to get credentials. */
export const identity: Feature = {
  id: 'identity',
  title: 'Identity',
  icon: 'identity',
  key: 'i',
  home: { to: '/identity' },
  pages: [
    { path: '/identity', load: () => import('./PeoplePage').then((m) => m.PeoplePage) },
    { path: '/identity/compare', load: () => import('./ComparePage').then((m) => m.ComparePage) },
    { path: '/identity/certificates', load: () => import('./CertificatesPage').then((m) => m.CertificatesPage) },
    { path: '/identity/tokens', load: () => import('./TokensPage').then((m) => m.TokensPage) },
    { path: '/identity/provider', load: () => import('./ProviderPage').then((m) => m.ProviderPage) },
    { path: '/identity/webhook', load: () => import('./TokenWebhookPage').then((m) => m.TokenWebhookPage) },
    { path: '/identity/files', load: () => import('./FilesPage').then((m) => m.FilesPage) },
  ],
  commands: SECTIONS.slice(1).map(({ title, words, to }) => ({
    id: `identity${to}`,
    title: `Identity: ${title.toLowerCase()}`,
    tab: title,
    words,
    place: { to },
  })),
}
