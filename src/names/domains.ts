import { SPOKEN } from './spoken'

/** Domains that belong to the system: groups and keys below them are not for everybody. */
const OWN_DOMAINS: readonly string[] = SPOKEN === 'orch' ? ['orch.io'] : ['kubernetes.io', 'k8s.io']

/** Whether a domain is one of the system's own, or lies below one. */
export const isOwnDomain = (domain: string): boolean =>
  OWN_DOMAINS.some((own) => domain === own || domain.endsWith(`.${own}`))

/** Why others may not use them. */
export const RESERVED_DOMAINS =
  SPOKEN === 'orch'
    ? 'orch.io and its subdomains are reserved for Orch use'
    : 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use'
