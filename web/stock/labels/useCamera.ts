import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

const EVERY_MS = 150;

interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  /** False once it is known that there is none, or that it may not be used. */
  isThere: boolean;
}

/** Shows the camera that looks away from the person, and reports the first code that it sees. */
export function useCamera(onCode: (code: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [isThere, setThere] = useState(true);
  const onFound = useEffectEvent(onCode);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const watch = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const { readCode } = await import('./detector.ts');
      while (!isOver && video.current) {
        if (video.current.srcObject !== stream) {
          video.current.srcObject = stream;
          await video.current.play();
        }
        const code = await readCode(video.current);
        if (code !== undefined && !isOver) {
          isOver = true;
          onFound(code);
        }
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    };
    watch()
      .catch(() => {
        if (!isOver) setThere(false);
      })
      .finally(() => stream?.getTracks().forEach((track) => track.stop()));
    return () => {
      isOver = true;
    };
  }, []);

  return { video, isThere };
}
