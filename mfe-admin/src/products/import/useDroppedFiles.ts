import { useEffect, useRef, useState } from 'react';

/** Fields take what is pasted into them. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** A table that was copied from a spreadsheet. */
const toFiles = (data: DataTransfer): File[] => {
  if (data.files.length > 0) return [...data.files];
  const text = data.getData('text/plain');
  return text.includes('\n') ? [new File([text], 'pasted.csv', { type: 'text/csv' })] : [];
};

/** Takes files that are dropped anywhere on the page, or pasted. Returns whether some are held over it. */
export const useDroppedFiles = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    const hold = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      take.current([...event.dataTransfer.files]);
    };
    const paste = ({ clipboardData, target }: ClipboardEvent): void => {
      const files = clipboardData && !isField(target) ? toFiles(clipboardData) : [];
      if (files.length > 0) take.current(files);
    };
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);
  return isOver;
};
