#!/bin/bash
# Renders the list, shot after shot, until it is stopped. Blender starts anew for each, so that edits apply.
cd "$(dirname "$0")" && mkdir -p work/png && rm -f work/*.lock
[ -f libdenoise.so ] || gcc -O3 -march=native -ffast-math -fopenmp -shared -fPIC -o libdenoise.so denoise.c -lm
nice -n 19 /usr/bin/python3 -W ignore post.py --exr work --preview work/png --watch &
trap 'kill %1' EXIT
while /usr/bin/python3 catalogue.py "${1:-new_items.py}" > /dev/null; do
  nice -n 19 blender -b -P render.py -- --threads "${THREADS:-2}" --out work --scale 1 --max 1 2>&1 | grep -E 'DONE|FAILED|Error' || sleep 3
done
