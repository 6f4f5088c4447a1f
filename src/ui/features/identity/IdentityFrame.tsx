import type { ReactNode } from 'react'
import { PageHead } from '../../components/PageHead'
import { Tabs } from '../../components/Tabs'
import { SECTIONS, type SectionPath } from './sections'
import './identity.css'

/** Head and tabs of the identity pages. */
export function IdentityFrame({
  at,
  actions,
  children,
}: {
  readonly at: SectionPath
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const section = SECTIONS.find(({ to }) => to === at) ?? SECTIONS[0]
  return (
    <div className="o-page">
      <PageHead
        title={at === '/identity' ? 'Identity' : section.title}
        tab={at === '/identity' ? section.title : undefined}
        area="Identity"
        about={section.about}
        lesson={at.split('/')[2] ?? 'people'}
      >
        {actions}
      </PageHead>
      <Tabs label="Identity" tabs={SECTIONS.map(({ to, title }) => ({ title, place: { to }, current: to === at }))} />
      <div className="o-page-body o-stack o-identity">{children}</div>
    </div>
  )
}
