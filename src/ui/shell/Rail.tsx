import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Go } from '../components/Go'
import { Icon } from '../components/Icon'
import { Tip } from '../components/Tip'
import { FEATURES } from '../features/table'

/** The feature that an address belongs to. */
export const featureAt = (pathname: string) =>
  FEATURES.find((feature) =>
    [feature.home.to, ...(feature.owns ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  )

/** The navigation between areas. */
export function Rail() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = featureAt(pathname)
  const rail = useRef<HTMLElement>(null)
  // The rail scrolls on small screens.
  useEffect(() => {
    // With the next frame, whose layout is needed anyway.
    const frame = requestAnimationFrame(() =>
      rail.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [current])
  return (
    <nav ref={rail} className="o-rail" data-tour="areas" aria-label="Main navigation">
      {FEATURES.map((feature) => (
        <Tip key={feature.id} label={`g ${feature.key}`} position="right" delayMs={600}>
          <Go
            place={feature.home}
            className={feature.id === 'settings' ? 'end' : ''}
            aria-current={feature === current ? 'page' : undefined}
          >
            <Icon name={feature.icon} size={20} />
            <span>{feature.title}</span>
          </Go>
        </Tip>
      ))}
    </nav>
  )
}
