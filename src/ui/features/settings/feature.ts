import type { Feature } from '../feature'

const load = () => import('./SettingsPage').then((m) => m.SettingsPage)

/** The area Settings. */
export const settings: Feature = {
  id: 'settings',
  title: 'Settings',
  icon: 'settings',
  key: 's',
  home: { to: '/settings' },
  pages: [
    { path: '/settings', load },
    { path: '/settings/$section', load },
  ],
  commands: [
    {
      id: 'settings-release',
      title: 'Change the release',
      tab: 'Release',
      words: 'version',
      place: { to: '/settings/release' },
    },
    {
      id: 'settings-names',
      title: 'Choose the names',
      tab: 'Names',
      words: 'dialect kubectl clients groups',
      place: { to: '/settings/names' },
    },
    {
      id: 'settings-storage',
      title: 'Snapshots, export, import and reset',
      tab: 'Storage',
      words: 'backup restore save wipe store quota',
      place: { to: '/settings/storage' },
    },
    {
      id: 'settings-appearance',
      title: 'Text size and theme',
      tab: 'Appearance',
      place: { to: '/settings/appearance' },
    },
    {
      id: 'settings-keys',
      title: 'Keyboard shortcuts',
      tab: 'Keys',
      words: 'keyboard shortcuts',
      place: { to: '/settings/keys' },
    },
  ],
}
