import type { Conversion } from '../../../conversion/parts'
import { autoscalerV1, autoscalerV2beta1, autoscalerV2beta2 } from './older-forms'

/** Conversions for versions whose schema differs from the hub's. */
export const horizontalPodAutoscalerConversions: Readonly<Record<string, Conversion>> = {
  'autoscaling/v1 HorizontalPodAutoscaler': autoscalerV1,
  'autoscaling/v2beta1 HorizontalPodAutoscaler': autoscalerV2beta1,
  'autoscaling/v2beta2 HorizontalPodAutoscaler': autoscalerV2beta2,
}
