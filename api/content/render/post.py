"""EXR halves -> denoise -> grade -> WebP + manifest.   /usr/bin/python3 post.py --exr DIR --media DIR [--preview DIR] [--watch]
Needs python3-numpy, python3-pil (Debian) and libdenoise.so (built by render_all.sh)."""
import numpy as np, struct, sys, os, json, ctypes, argparse, time, glob
from PIL import Image
here = os.path.dirname(os.path.abspath(__file__))
lib = ctypes.CDLL(os.path.join(here, 'libdenoise.so'))
fp = np.ctypeslib.ndpointer(np.float32, flags='C')
lib.denoise.argtypes = [fp, fp, fp, fp] + [ctypes.c_int] * 4 + [ctypes.c_float] * 4
lib.denoise.restype = None


def read_exr(path):
    """Minimal reader for uncompressed scan-line OpenEXR (what Blender writes with codec NONE)."""
    b = open(path, 'rb').read(); p = 8; at = {}
    def cstr(p):
        e = b.index(b'\0', p); return b[p:e].decode(), e + 1
    while b[p]:
        n, p = cstr(p); t, p = cstr(p); s, = struct.unpack_from('<i', b, p); at[n] = b[p + 4:p + 4 + s]; p += 4 + s
    p += 1
    x0, y0, x1, y1 = struct.unpack('<4i', at['dataWindow']); W, H = x1 - x0 + 1, y1 - y0 + 1
    ch, q, c = [], 0, at['channels']
    while c[q]:
        e = c.index(b'\0', q); nm = c[q:e].decode(); ty, = struct.unpack_from('<i', c, e + 1); ch.append((nm, ty)); q = e + 17
    assert at['compression'] == b'\0'
    off = np.frombuffer(b, '<u8', H, p); sz = sum(2 if t == 1 else 4 for _, t in ch) * W; out = {n: np.empty((H, W), np.float32) for n, _ in ch}
    for k in range(H):
        o = int(off[k]); y, = struct.unpack_from('<i', b, o); o += 8; y -= y0
        for n, t in ch:
            out[n][y] = np.frombuffer(b, '<f2' if t == 1 else '<f4', W, o); o += W * (2 if t == 1 else 4)
    return out


def layers(d):
    g = lambda s, cs: np.stack([next(v for k, v in d.items() if k.endswith(s + '.' + c)) for c in cs], -1)
    return g('Combined', 'RGB'), g('Denoising Albedo', 'RGB'), g('Denoising Normal', 'XYZ'), next(v for k, v in d.items() if 'Denoising Depth' in k)


def blur(img, r):
    """Separable gaussian via three box passes (numpy)."""
    k = max(1, int(r)); out = img
    for _ in range(3):
        for ax in (0, 1):
            pad = [(0, 0)] * out.ndim; pad[ax] = (k + 1, k); c = np.cumsum(np.pad(out, pad, mode='edge'), ax, dtype=np.float64)
            s = [slice(None)] * out.ndim; t = [slice(None)] * out.ndim; s[ax] = slice(2 * k + 1, None); t[ax] = slice(0, -(2 * k + 1))
            out = ((c[tuple(s)] - c[tuple(t)]) / (2 * k + 1)).astype(np.float32)
    return out


def hexlin(h):
    v = np.array([int(h[i:i + 2], 16) / 255 for i in (1, 3, 5)]); return np.where(v <= .04045, v / 12.92, ((v + .055) / 1.055) ** 2.4)


GAIN = {'jewellery': 1.0, 'organic': 1.0}   # typical backdrop gain, used for close-ups without visible backdrop


BG = {'jewellery': np.array([.90, .875, .84]), 'organic': np.array([.87, .89, .84])}    # backdrop albedo, see studio.THEMES


def albfit(al):
    """Smooth model of the backdrop's albedo pass from the border of the frame."""
    H, W, _ = al.shape; yy, xx = np.mgrid[-1:1:H * 1j, -1:1:W * 1j]; P = lambda m: np.stack([np.ones(m.sum()), xx[m], yy[m], xx[m] * yy[m], xx[m] ** 2, yy[m] ** 2, yy[m] ** 3], 1)
    rim = np.maximum(abs(xx), abs(yy)) > .90; rim &= np.abs(al - np.median(al[rim], 0)).sum(-1) < .3; full = P(np.ones((H, W), bool))
    return np.stack([(full @ np.linalg.lstsq(P(rim), al[rim][:, c], rcond=None)[0]).reshape(H, W) for c in range(3)], -1)


def _gains(job):
    f = os.path.join(job['_dir'], 'gains.json'); return json.load(open(f)) if os.path.exists(f) else {}


def grade(x, job):
    g = job.get('grade', {}); H, W, _ = x.shape
    if job.get('target'):      # seamless: flatten the slow light fall-off and bring the backdrop to its exact colour
        T = hexlin(job['target']); mk = job.get('_mask'); yy, xx = np.mgrid[-1:1:H * 1j, -1:1:W * 1j]; rim = (np.maximum(abs(xx), abs(yy)) > .84) & (mk > .5 if mk is not None else True)
        if job.get('cam', {}).get('zoom'): gain = np.array(_gains(job).get(job.get('product')) or _gains(job).get(job['theme']) or [GAIN[job['theme']]] * 3)
        elif rim.sum() > .25 * (1 - .84 ** 2) * H * W:
            X = np.stack([np.ones(rim.sum()), xx[rim], yy[rim], xx[rim] * yy[rim], xx[rim] ** 2, yy[rim] ** 2], 1)[::7]; fit = np.empty_like(x)
            for c in range(3):
                k = np.linalg.lstsq(X, x[rim][::7, c], rcond=None)[0]; fit[..., c] = k[0] + k[1] * xx + k[2] * yy + k[3] * xx * yy + k[4] * xx ** 2 + k[5] * yy ** 2
            mean = fit[rim].mean(0); gain = (T / mean) * np.clip(mean / np.maximum(fit, 1e-3), .6, 1.7) ** .8
        else:
            bgp = x[mk > .5] if mk is not None else x[:0]; gain = T / np.maximum(np.percentile(bgp, 75, 0), .05) if len(bgp) > .04 * H * W else np.full(3, g.get('gain', GAIN[job['theme']])); gain = np.clip(gain, GAIN[job['theme']] * .8, GAIN[job['theme']] * 1.3)
        job['_gain'] = float(np.mean(gain)); x = x * gain
        if not job['cam'].get('zoom'):
            G = _gains(job); gv = [float(v) for v in np.reshape(gain, (-1, 3)).mean(0)]; G[job['product']] = gv; G[job['theme']] = gv; json.dump(G, open(os.path.join(job['_dir'], 'gains.json'), 'w'))
    x = x * g.get('exposure', 1.0)
    hl = np.clip(x - 1.0, 0, 4); s = W / 1200
    bl = blur(hl, 3 * s + .5) * .35 + blur(hl, 14 * s + 1) * .25
    x = x + bl * g.get('bloom', .35)
    k = .80   # soft shoulder: linear below k, rolls off to 1
    x = np.where(x > k, k + (1 - k) * (1 - np.exp(-(x - k) / (1 - k))), x) if not job.get('target') else np.where(x > .935, .935 + .065 * (1 - np.exp(-(x - .935) / .065)), x)
    y = np.where(x <= .0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-8) ** (1 / 2.4) - .055); y = np.clip(y, 0, 1)
    c = g.get('contrast', .10 if not job.get('target') else .0)
    if c: y = y + c * (y - .5) * 4 * y * (1 - y)
    food = job['theme'] == 'organic'
    y = y ** g.get('gamma', 1.10 if food and job.get('target') else 1.0)
    sat = g.get('sat', 1.14 if food else 1.06); l = (y * [.2126, .7152, .0722]).sum(-1, keepdims=True); y = l + (y - l) * sat
    sh = y - blur(y.astype(np.float32), 1); y = y + .35 * np.clip(sh, -.08, .08)
    return np.clip(y, 0, 1)


def process(js, a):
    job = json.load(open(js)); base = js[:-5]; job['_dir'] = a.exr
    A = layers(read_exr(base + '_a.exr')); B = layers(read_exr(base + '_b.exr'))
    ca, cb = np.clip(np.nan_to_num(A[0]), 0, 12), np.clip(np.nan_to_num(B[0]), 0, 12)
    alb, nor, dep = (A[1] + B[1]) / 2, (A[2] + B[2]) / 2, (A[3] + B[3]) / 2
    F = np.concatenate([alb, nor, dep[..., None]], -1).astype(np.float32); H, W, _ = ca.shape; out = np.empty_like(ca)
    t = time.time(); sl = (slice(None), slice(None))
    if job.get('crop'): x0, x1, y0, y1 = job['crop']; sl = (slice(max(0, int((1 - y1) * H) - 2), int((1 - y0) * H) + 2), slice(max(0, int(x0 * W) - 2), int(x1 * W) + 2))
    sa, sb, sf = (np.ascontiguousarray(v[sl], np.float32) for v in (ca, cb, F)); so = np.empty_like(sa)
    lib.denoise(sa, sb, sf, so, sa.shape[1], sa.shape[0], job.get('dnR', 5), 2, .55, .06, .18, .06); out[:] = 0; out[sl] = so
    if job.get('crop'):     # full-frame plate around the high-quality crop, feathered
        pa = layers(read_exr(base + '_p.exr')); pl = np.clip(np.nan_to_num(pa[0]), 0, 4); bgp = albfit(pa[1]); job['_alb'] = bgp
        pm = (np.abs(pa[1] - bgp).sum(-1) < .10).astype(np.float32); pm = (blur(pm, 1) > .97).astype(np.float32); q = pl * pm[..., None]; wq = pm.copy(); acc = np.zeros_like(pl); wa = np.zeros_like(pm)
        for r in (2, 5, 12, 30):      # fill the product's place from ever larger neighbourhoods
            n = blur(pm, r); v = blur(q, r) / np.maximum(n, 1e-4)[..., None]; k = np.where(wa > 0, 0, (n > (.12 if r < 30 else -1)) * 1.0); acc += v * k[..., None]; wa += k
        pl = acc / np.maximum(wa, 1e-4)[..., None]; pl = blur(pl.astype(np.float32), 1)
        big = np.stack([np.asarray(Image.fromarray(pl[..., c].astype(np.float32), 'F').resize((W, H), Image.BICUBIC)) for c in range(3)], -1)
        x0, x1, y0, y1 = job['crop']; xa, xb, ya, yb = int(x0 * W + 2), int(x1 * W - 2), int((1 - y1) * H + 2), int((1 - y0) * H - 2)
        f = max(4, int(.08 * W)); xx = np.arange(W); yy = np.arange(H); sm = lambda v: np.clip(v, 0, 1) ** 2 * (3 - 2 * np.clip(v, 0, 1))
        wx = (sm((xx - xa) / f) if xa > 4 else (xx >= 0) * 1.0) * (sm((xb - xx) / f) if xb < W - 4 else 1.0); wy = (sm((yy - ya) / f) if ya > 4 else (yy >= 0) * 1.0) * (sm((yb - yy) / f) if yb < H - 4 else 1.0)
        wgt = (wy[:, None] * wx[None, :])[..., None]; out = (out * wgt + big * (1 - wgt)).astype(np.float32)
        inside = np.zeros((H, W), bool); inside[ya:yb, xa:xb] = True
    else: inside = np.ones(ca.shape[:2], bool)
    if job.get('target'):   # seamless backdrop: mask-aware guided smoothing of what little blotchiness is left
        bgA = BG[job['theme']] if job.get('cam', {}).get('zoom') else albfit(alb) if '_alb' not in job else np.stack([np.asarray(Image.fromarray(job['_alb'][..., c].astype(np.float32), 'F').resize((W, H), Image.BICUBIC)) for c in range(3)], -1)
        mk = ((np.abs(alb - bgA).sum(-1) < .10) | ~inside).astype(np.float32)
        for r, eps in ((max(3, W // 200), 1.2e-3), (max(6, W // 50), 1.6e-3), (max(8, W // 28), 5e-4)):
            I = np.log1p(out); n = blur(mk, r) + 1e-6; mu = blur(I * mk[..., None], r) / n[..., None]; va = np.maximum(blur(I * I * mk[..., None], r) / n[..., None] - mu ** 2, 0)
            k = va / (va + eps); k = blur(k * mk[..., None], r) / n[..., None]; b = blur(mu * (1 - va / (va + eps)) * mk[..., None], r) / n[..., None]
            job['_mask'] = mk; J = np.expm1(k * I + b); out = np.where(mk[..., None] > .5, J, out).astype(np.float32)
    if a.keep: np.save(base + '.npy', out.astype(np.float16))
    y = grade(out.astype(np.float64), job)
    if not a.noresize and (W, H) != tuple(job['size']): y = np.stack([np.asarray(Image.fromarray(y[..., c].astype(np.float32), 'F').resize(tuple(job['size']), Image.LANCZOS)) for c in range(3)], -1)
    # dither, so that neither the rounding nor the encoder draws bands into the smooth backdrop
    rnd = np.random.default_rng(7); n = rnd.random(y.shape[:2]) - rnd.random(y.shape[:2]); y = y * 255 + 1.3 * n[..., None] + .5
    im = Image.fromarray(np.clip(y, 0, 255).astype(np.uint8))
    if a.preview:
        os.makedirs(a.preview, exist_ok=True); im.save(os.path.join(a.preview, os.path.basename(base) + '.png'))
    if a.media:
        f = os.path.join(a.media, job['file'] + '.webp'); os.makedirs(os.path.dirname(f), exist_ok=True); im.save(f + '.tmp', 'WEBP', quality=90, method=5); os.replace(f + '.tmp', f)
        write_manifest(a.media)
    if not a.keepexr:
        for s in ('_a.exr', '_b.exr', '_p.exr'):
            if os.path.exists(base + s): os.remove(base + s)
    os.rename(js, base + '.done')
    print('post', os.path.basename(base), '%.1fs gain %.2f' % (time.time() - t, job.get('_gain', 0)), flush=True)


def write_manifest(media):
    cat = json.load(open(os.path.join(here, 'catalogue.json'))); out = []
    for j in cat['jobs']:
        f = os.path.join(media, j['file'] + '.webp')
        if not os.path.exists(f): continue
        im = Image.open(f); w, h = im.size; sm = np.asarray(im.convert('RGB').resize((40, max(1, 40 * h // w)))).reshape(-1, 3).astype(float)
        q = sm // 24; u, n = np.unique(q, axis=0, return_counts=True); c = sm[(q == u[n.argmax()]).all(1)].mean(0)
        d = np.abs(sm - c).sum(1); fg = sm[d > 60]; acc = np.median(fg, 0) if len(fg) > 10 else c
        hx = lambda v: '#%02X%02X%02X' % tuple(int(round(z)) for z in v)
        out.append(dict(file=j['file'] + '.webp', product=j.get('product'), kind=j.get('kind'), theme=j['theme'], width=w, height=h, alt=j['alt'], dominant=hx(c), subject=hx(acc)))
    json.dump(dict(generator='original renders, Blender/Cycles, scripts in render/', images=out), open(os.path.join(media, 'manifest.json'), 'w'), indent=1)


if __name__ == '__main__':
    ap = argparse.ArgumentParser(); ap.add_argument('--exr', default='work/exr'); ap.add_argument('--media'); ap.add_argument('--preview'); ap.add_argument('--watch', action='store_true'); ap.add_argument('--keep', action='store_true'); ap.add_argument('--keepexr', action='store_true'); ap.add_argument('--manifest', action='store_true'); ap.add_argument('--noresize', action='store_true')
    a = ap.parse_args()
    if a.manifest: write_manifest(a.media); sys.exit()
    while True:
        js = sorted((f for f in glob.glob(os.path.join(a.exr, '*.json')) if not f.endswith('gains.json')), key=os.path.getmtime)
        for j in js:
            try: process(j, a)
            except Exception as e:
                import traceback; traceback.print_exc()
                if os.path.exists(j): os.rename(j, j + '.bad')
        if not a.watch: break
        if os.path.exists(os.path.join(a.exr, 'STOP')): break
        time.sleep(3)
