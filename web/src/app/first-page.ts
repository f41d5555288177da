import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

let tell: () => void;
const drawn = new Promise<void>((resolve) => {
  tell = resolve;
});

/** Who waits for an answer longer is not kept from all else. */
const longestMilliseconds = 1_000;

/** When the page that was asked for is drawn, with what it asked for: the browser has nothing else to do before. */
export function firstPageDrawn(): Promise<void> {
  return drawn;
}

export function useFirstPageDrawn(): void {
  const queryClient = useQueryClient();
  useEffect(() => whenAnswered(queryClient, () => requestAnimationFrame(() => setTimeout(tell))), [queryClient]);
}

function whenAnswered(queryClient: QueryClient, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(timer);
    stop();
  };
  const go = () => {
    leave();
    then();
  };
  const look = () => {
    if (queryClient.isFetching() === 0) go();
  };
  const stop = queryClient.getQueryCache().subscribe(look);
  timer = setTimeout(go, longestMilliseconds);
  look();
  return leave;
}
