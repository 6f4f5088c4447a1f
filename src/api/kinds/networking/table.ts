import type { KindBehaviour } from '../../kind'
import { ingress } from './ingress'
import { ingressClass } from './ingress-class'
import { networkPolicy } from './network-policy'

/** Ways into and between pods. */
export const NETWORKING_KINDS: readonly KindBehaviour[] = [ingress, ingressClass, networkPolicy]
