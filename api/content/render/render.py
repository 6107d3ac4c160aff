"""Driver (inside Blender):  blender -b -P render.py -- [--only id,id] [--shot N] [--scale .4] [--spp 64] [--out DIR] [--threads 2]
Reads catalogue.json; writes <out>/<folder>__<name>_{a,b}.exr plus a .json sidecar. Skips what is already there (resumable)."""
import bpy, sys, os, json, time, random
here = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, here)
import argparse
ap = argparse.ArgumentParser(); ap.add_argument('--only'); ap.add_argument('--shot'); ap.add_argument('--scale', type=float, default=1); ap.add_argument('--spp', type=int)
ap.add_argument('--out', default='work/exr'); ap.add_argument('--threads', type=int, default=2); ap.add_argument('--media'); ap.add_argument('--max', type=int, default=0)
ap.add_argument('--blend', action='store_true'); ap.add_argument('--prio', type=int, default=99, help='only jobs with this priority or a more urgent one')
a = ap.parse_args(sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else [])
import studio, geo, materials, jewellery
try: import grocery
except ImportError: grocery = None
try: import scenes
except ImportError: scenes = None
cat = json.load(open(os.path.join(here, 'catalogue.json')))
os.makedirs(a.out, exist_ok=True)


def do(job):
    name = job['file'].replace('/', '__'); base = os.path.join(a.out, name)
    w, h = [int(round(v * a.scale * job.get('scale', 1))) for v in job['size']]; spp = a.spp or job.get('spp', cat['defaults']['spp'])
    t0 = time.time(); random.seed(job['file']); studio.reset(); studio.settings(w, h, max(4, spp // 2), a.threads)
    import copy; p = copy.deepcopy(job.get('params', {})); cam = dict(cat['defaults']['cam'][job['theme']]); cam.update(job.get('cam', {}))
    if job.get('scene'):
        getattr(scenes, job['scene'])(w, h, **p); bg = job.get('bg')
    else:
        mod = jewellery if job['theme'] == 'jewellery' else grocery
        jewellery._bead.clear()
        getattr(mod, job['build'])(**p)
        studio.stage(cam.pop('radius', 1.3))
        if job['theme'] == 'jewellery': studio.rig_jewellery(strength=job.get('light', 1.0), gems=any(o.name.startswith('gem') for o in geo.COL.all_objects))
        else: studio.rig_organic(strength=job.get('light', 1.0))
        az = cam.pop('azim', 0)
        studio.camera(azim=az, w=w, h=h, **cam)
    t1 = time.time()
    if a.blend: bpy.ops.wm.save_as_mainfile(filepath=base + '.blend')
    crop = studio.project_box() if not job.get('scene') and not cam.get('zoom') else None
    if crop and (crop[1] - crop[0]) * (crop[3] - crop[2]) > .85: crop = None
    studio.render(base, crop)
    json.dump(dict(job, w=w, h=h, crop=crop), open(base + '.json', 'w'))
    print('DONE %s  build %.1fs  render %.1fs' % (name, t1 - t0, time.time() - t1), flush=True)


jobs = [j for j in cat['jobs'] if (not a.only or any(j['file'].split('/')[-1].startswith(x) for x in a.only.split(','))) and (not a.shot or j['file'].endswith('-' + a.shot)) and j.get('prio', 5) <= a.prio]
n = 0
for j in sorted(jobs, key=lambda j: j.get('prio', 5)):
    name = j['file'].replace('/', '__')
    if os.path.exists(os.path.join(a.out, name + '.json')) or os.path.exists(os.path.join(a.out, name + '.done')) or (a.media and os.path.exists(os.path.join(a.media, j['file'] + '.webp'))): continue
    lock = os.path.join(a.out, name + '.lock')
    try: os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
    except FileExistsError: continue
    try: do(j)
    except Exception as e:
        import traceback; traceback.print_exc(); print('FAILED', name, flush=True)
    finally: os.remove(lock)
    n += 1
    if a.max and n >= a.max: break
