// Who is in now, by the last events of the controllers; or a roll call, if the address names one.

import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { WhoIsIn } from './list/WhoIsIn.tsx';
import { presenceParams } from './list.ts';

const RollCall = lazyPart('The roll call', async () => (await import('./rollCall/RollCall.tsx')).RollCall);

export default function PresenceScreen() {
  const [{ roll_call }] = useListParams(presenceParams);
  if (/^[1-9]\d{0,8}$/.test(roll_call)) return <RollCall key={roll_call} id={Number(roll_call)} />;
  return <WhoIsIn />;
}
