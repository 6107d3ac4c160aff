"""Jewellery builders. 1 unit = 1 cm. Rings: finger axis = Y, stone at +Z. Every builder takes keyword parameters from catalogue.json."""
import math, random
from mathutils import Vector, Matrix
from geo import *
import geo
from materials import *

cos, sin, rad = math.cos, math.sin, math.radians


def _d_section(w, t, dome=.5, n=20):
    """Comfort-fit half-round section: x = radial (outwards), y = axial."""
    out = []
    for k in range(n):
        a = TAU * k / n; c, s = cos(a), sin(a)
        y = math.copysign(abs(s) ** .62, s) * w / 2
        x = (t * dome * abs(c) ** .8 + t * (1 - dome) * .5) if c > 0 else -t * .5 * abs(c) ** .35
        out.append((x, y))
    return out


def band(R, w, t, m, dome=.55, taper=None, n=160, sect=None, name='band'):
    pts = [Vector((R * cos(TAU * i / n), 0, R * sin(TAU * i / n))) for i in range(n)]
    sc = None
    if taper:
        def sc(u):
            a = (u - .25 + .5) % 1 - .5   # 0 at the top
            k = math.exp(-(a / .11) ** 2); return (1 - .12 * k, 1 - taper * k)
    return sweep(name, pts, sect or _d_section(w, t, dome), m, True, (1, 0, 0), sc, autosmooth=55)


def prong(m, r, z0, zg, az, c=(0, 0, 0), r0=None, th=.045, over=.86, up=.10):
    r0 = r0 if r0 is not None else r * .45
    P = [(r0, z0), (r0 + (r - r0) * .55, z0 + (zg - z0) * .45), (r * 1.0 + th * .55, zg - .03), (r * 1.01 + th * .35, zg + up * .45), (r * over, zg + up)]
    pts = spline([Vector((c[0] + a * cos(az), c[1] + a * sin(az), c[2] + z)) for a, z in P], 22)
    o = tube('prong', pts, th, m, scale=lambda u: .8 + .2 * min(1, u * 2) + .12 * max(0, u - .8) * 5)
    b = bead(pts[-1], th * 1.1, m)
    return [o, b]


_bead = {}


def bead(loc, r, m):
    k = m.name
    o0 = _bead.get(k)
    try:
        if o0 and o0.users >= 0:
            o = bpy.data.objects.new('bead', o0); link(o)
    except ReferenceError: o0 = None
    if not o0:
        o = icos('bead', 1, 3, m); _bead[k] = o.data
    o.location = loc; o.scale = (r, r, r); return o


def gallery(m, Ro, zg, rg, n=8, th=.024):
    """What carries the head of a ring: a collar that is sunk into the shank, struts and a rail below the stones."""
    c = lathe('collar', [(.0, Ro - .10), (.150, Ro - .10), (.165, Ro - .03), (.155, Ro + .02), (.10, Ro + .035), (0, Ro + .035)], m, 64, 40); c.scale = (1, .82, 1)
    for k in range(n):
        a = TAU * (k + .5) / n; e = lambda r: (r * cos(a), r * sin(a))
        pts = spline([(*e(.13), Ro - .02), (*e(.16 + (rg - .16) * .35), Ro + (zg - Ro) * .30), (*e(rg * .93), zg - .07), (*e(rg), zg - .02)], 14)
        tube('strut', pts, th, m, n=10)
    torus(.145, .026, m, Ro + .012); torus(.13 + (rg - .13) * .48, .020, m, Ro + (zg - Ro) * .42)


def torus(R, r, m, z=0, n=72, k=14, c=(0, 0, 0), sy=1):
    return tube('rail', [Vector((c[0] + R * cos(TAU * i / n), c[1] + sy * R * sin(TAU * i / n), c[2] + z)) for i in range(n)], r, m, True, k)


def basket(cut, d, zg, m, gm, prongs=6, th=.045, base=.28, rails=(.35,), off=None, seed=0, rot=0, ratio=1.35):
    """Claw-set stone, girdle at height zg."""
    g = gem(cut, d, gm, (0, 0, zg), (0, 0, rot), seed, ratio)
    z0 = zg - base - d * .30
    for k in range(prongs):
        az = TAU * (k + (.5 if off is None else off)) / prongs
        r = d / 2
        if cut == 'oval': r = d / 2 / math.sqrt(cos(az) ** 2 + (sin(az) / ratio) ** 2)
        if cut == 'emerald': az = rad([52, 128, 232, 308][k % 4]); r = d / 2 * 1.04
        if cut == 'princess': az = rad(45 + 90 * k); r = d / 2 * 1.13
        prong(m, r, z0, zg, az, th=th, r0=d * .20, up=d * .13)
    for f in rails:
        zz = z0 + (zg - z0) * f; rr = (d * .20 + (d * .5 - d * .20) * (f * 1.15))
        if cut in ('round',): torus(rr, th * .8, m, zz)
        else: torus(rr, th * .8, m, zz, sy=ratio if cut == 'oval' else 1.1)
    return g


def pave_arc(R, angles, d, m, gm, y=0, beads=True, sink=.0):
    for i, a in enumerate(angles):
        n = Vector((cos(a), 0, sin(a)))
        g = gem('round', d, gm, seed=i); orient(g, n * (R + sink) + Vector((0, y, 0)), n, (0, 1, 0))
    if beads:
        st = (angles[1] - angles[0]) if len(angles) > 1 else .1
        for i in range(len(angles) + 1):
            a = angles[0] + st * (i - .5); n = Vector((cos(a), 0, sin(a)))
            for s in (-1, 1): bead(n * (R + sink + d * .06) + Vector((0, y + s * d * .40, 0)), d * .115, m)


# ---------------------------------------------------------------- rings
def ring(style='solitaire', metal_kind='yellow', stone='diamond', cut='round', d=.65, width=.20, **k):
    m = metal(metal_kind, .05); gm = gemmat(stone); R = .86; t = k.get('t', .145); Ro = R + t * .70
    head = m if not k.get('head') else metal(k['head'], .05)
    if style == 'solitaire':
        band(R, width, t, m, taper=.25); basket(cut, d, Ro + d * .36, head, gm, k.get('prongs', 6), th=.036, base=.02, rails=(.30, .62), ratio=k.get('ratio', 1.35), off=k.get('off'))
        gallery(head, Ro, Ro + d * .36, d * .34, 6 if cut == 'round' else 4)
    elif style == 'halo':
        band(R, width, t, m, taper=.25); zg = Ro + d * .40 - .02
        gallery(head, Ro, zg - .05, d / 2 + .06, 12, .022)
        basket(cut, d, zg, head, gm, 4, th=.034, base=.05, rails=(.3,), off=.5, ratio=k.get('ratio', 1.3))
        rt = k.get('ratio', 1.3) if cut == 'oval' else 1; n = k.get('n', 20); rh = d / 2 + .085; dd = TAU * rh * (1 + rt) / 2 / n * .93
        pts = resample([Vector((rh * cos(TAU * i / 200), (d / 2 * rt + .085) * sin(TAU * i / 200), 0)) for i in range(200)], n, True)
        ring_pts = resample([Vector((rh * cos(TAU * i / 200), (d / 2 * rt + .085) * sin(TAU * i / 200), zg - .045)) for i in range(200)], 96, True)
        sweep('halo', ring_pts, roundrect(.09, dd * .95, .03), head, True, (0, 0, 1), autosmooth=50)
        for i, p in enumerate(pts):
            gem('round', dd, gemmat(k.get('halo_stone', stone)), (p.x, p.y, zg + .0), seed=i)
            q = (pts[i] + pts[(i + 1) % n]) / 2; o = q.normalized()
            for s in (-.36, .36): bead((q.x + o.x * s * dd, q.y + o.y * s * dd, zg + .015), dd * .13, head)
        for side in (0, 1):
            st = .115 / Ro; ang = [(rad(90) + (1 if side else -1) * (rad(26) + st * i)) for i in range(8)]
            pave_arc(Ro + .012, ang, .10, m, gemmat(k.get('halo_stone', stone)))
    elif style == 'eternity':
        n = k.get('n', 26); d = TAU * (R + .07) / n * .93
        band(R - .035, d * 1.02, .07, m, dome=.1)
        pave_arc(R + .11, [TAU * i / n + .03 for i in range(n)], d, m, gm)
        for s in (-1, 1):
            pts = [Vector(((R + .075) * cos(TAU * i / 160), s * d * .5, (R + .075) * sin(TAU * i / 160))) for i in range(160)]
            tube('edge', pts, .022, m, True, 10)
    elif style == 'wedding':
        band(R, width, .17, m, dome=.62)
        if k.get('mill'):
            for s in (-1, 1):
                for i in range(96):
                    a = TAU * i / 96; bead(((R + .085) * cos(a), s * width * .42, (R + .085) * sin(a)), .019, m)
    elif style == 'signet':
        n = 180; pts = [Vector((R * cos(TAU * i / n), 0, R * sin(TAU * i / n))) for i in range(n)]
        def sc(u):
            a = abs((u - .25 + .5) % 1 - .5) * TAU; k1 = 1 / (1 + math.exp((a - .62) / .16)); return (1 + .75 * k1, 1 + 2.1 * k1)
        sweep('band', pts, _d_section(.30, .17, .4, 28), m, True, (1, 0, 0), sc, autosmooth=60)
        flat = k.get('plain')
        seal = lathe('seal', [(0, .10), (.40, .10), (.455, .085), (.475, .05), (.47, -.05), (.30, -.25), (0, -.25)], m, 96, 35)
        seal.location = (0, 0, Ro + .06); seal.scale = (.92, 1.10, 1)
        if flat:
            return
        torus(.375, .014, m, Ro + .163, c=(0, 0, 0), sy=1.2)
        star = []
        for i in range(16):
            r = (.27, .11, .19, .11)[i % 4]; a = TAU * i / 16; star.append((r * cos(a), r * sin(a)))
        vs = [(x, y * 1.1, 0) for x, y in star] + [(0, 0, .055)]
        s = mesh('star', vs, [(i, (i + 1) % 16, 16) for i in range(16)], m, False); s.location = (0, 0, Ro + .159)
    elif style == 'three':
        band(R, width, t, m, taper=.15); zg = Ro + d * .38
        basket('round', d, zg, head, gm, 4, th=.036, base=.02, rails=(.3, .6), off=.5)
        for s in (-1, 1):
            obs0 = set(geo.COL.objects); basket('round', d * .68, 0, head, gemmat(k.get('side', stone)), 4, th=.030, base=.02, rails=(.35,), off=.5, seed=2)
            new = [o for o in geo.COL.objects if o not in obs0]; bpy.context.view_layer.update()
            M = Matrix.Rotation(s * rad(25.5), 4, 'Y') @ Matrix.Translation((0, 0, Ro + d * .24))
            for o in new: o.matrix_world = M @ o.matrix_basis
    elif style == 'pearl':
        band(R, width, t * .9, m, taper=.2); r = k.get('r', .36)
        sphere('pearl', r, pearl(k.get('tint', 'white')), (0, 0, Ro + r - .01), 96, 48)
        for q in range(4):
            a = rad(45 + 90 * q); pts = spline([(.10 * cos(a), .10 * sin(a), Ro - .02), (r * .62 * cos(a), r * .62 * sin(a), Ro + .06), (r * .93 * cos(a), r * .93 * sin(a), Ro + r * .55), (r * 1.02 * cos(a), r * 1.02 * sin(a), Ro + r * .92)], 20); tube('claw', pts, .030, m, n=10); bead(pts[-1], .034, m)
        cup = lathe('cup', [(.05, -.02), (.16, .0), (.27, .06), (.325, .125), (.335, .14), (.31, .135), (.2, .05)], m, 72); cup.location = (0, 0, Ro - .01)
        for s in (-1, 1):
            ang = [rad(90) + s * (rad(24) + .10 * i) for i in range(4)]
            for i, a in enumerate(ang):
                dd = .13 - .016 * i; n = Vector((cos(a), 0, sin(a))); g = gem('round', dd, gm, seed=i); orient(g, n * (Ro + .015), n, (0, 1, 0))
                for q in (-1, 1): bead(n * (Ro + .02) + Vector((0, q * dd * .5, 0)), .018, m)
    elif style == 'twist':
        n = 260
        for ph, mm in ((0, m), (math.pi, head)):
            pts = []
            for i in range(n):
                a = TAU * i / n; q = 6.0 * a + ph
                pts.append(Vector(((R + .075 * cos(q)) * cos(a), .095 * sin(q), (R + .075 * cos(q)) * sin(a))))
            tube('strand', pts, .082, mm, True, 20)


# ---------------------------------------------------------------- chains
def chain(pts, m, L=.16, w=.10, th=.018, closed=False, name='link'):
    """Cable chain: links are linked duplicates placed along the path, alternating +-45 deg."""
    step = L - 2 * th - .012; T = length(pts, closed); n = max(3, int(T / step)); P = resample(pts, n + (0 if closed else 1), closed)
    F = frames(P, closed); out = []
    lp = []
    for i in range(40):
        a = TAU * i / 40; x = cos(a); y = sin(a)
        lp.append(Vector((0, (w / 2 - th) * y, (L - w) / 2 * math.copysign(min(1, abs(x) * 1.8), x) + (w / 2 - th) * x)))
    base = tube(name, lp, th, m, True, 10); first = True
    for i in range(n):
        a, b = P[i], P[(i + 1) % len(P)]; t = (b - a).normalized(); c = (a + b) / 2
        up = Vector((0, 0, 1)); x = (up - t * up.dot(t)).normalized(); y = t.cross(x)
        ang = rad(45 if i % 2 else -45); x2 = x * cos(ang) + y * sin(ang); y2 = t.cross(x2)
        M = Matrix((x2, y2, t)).transposed().to_4x4(); M.translation = c
        o = base if first else bpy.data.objects.new(name, base.data)
        if not first: link(o)
        first = False; o.matrix_world = M; out.append(o)
    return out


def necklace_path(wid=2.9, hgt=3.5, z=.06, n=260, open_top=True):
    """Lying necklace: a soft teardrop, lowest point at (0, -hgt). Returns points starting at the bottom centre, both halves."""
    ctrl = [(-.95 * wid * .62, hgt * .95, z), (-wid * .86, hgt * .45, z), (-wid * .92, -.05 * hgt, z), (-wid * .62, -hgt * .55, z), (-wid * .25, -hgt * .90, z), (0, -hgt, z),
            (wid * .25, -hgt * .90, z), (wid * .62, -hgt * .55, z), (wid * .92, -.05 * hgt, z), (wid * .86, hgt * .45, z), (.95 * wid * .62, hgt * .95, z), (0, hgt * 1.16, z)]
    return spline(ctrl, n, True)


def bail(m, loc, r=.09, th=.026):
    o = torus(r, th, m); o.rotation_euler = (0, rad(90), 0); o.location = loc; return o


def necklace(style='solitaire', metal_kind='yellow', stone='diamond', **k):
    m = metal(metal_kind, .05); gm = gemmat(stone)
    path, out = k.get('path'), k.get('normals')
    if style == 'pearls':
        n = k.get('n', 46); P = resample(path, n, True) if path else necklace_path(2.5, 2.9, 0, n); T = length(P, True); s = T / n
        N = (lambda p: out(p)) if out else (lambda p: Vector((0, 0, 1)))
        grad = k.get('grad', 0); low = min(range(n), key=lambda i: P[i].z if path else P[i].y); high = max(range(n), key=lambda i: P[i].z if path else P[i].y)
        silk = plastic((.80, .76, .70), .7, spec=.2); base = None; c = None
        for i, p in enumerate(P):
            if i == high: c = p; continue
            far = min(abs(i - low), n - abs(i - low)) / (n / 2); r = s * .468 * (1 + random.Random(i).uniform(-.012, .012)) * (1 + grad * (.5 - far))
            if base is None: base = sphere('pearl', 1, pearl(k.get('tint', 'white')), seg=64, rings=32); o = base
            else: o = dup(base)
            o.location = p + N(p) * s * .47; o.scale = (r, r, r); o.rotation_euler = (random.Random(i).random() * 6, i, 0)
            q = P[(i + 1) % n]; mid = (p + q) / 2 + N(p) * s * .47; kn = icos('knot', 1, 2, silk, mid); kn.scale = (s * .085,) * 3
        a, b = P[high - 1], P[(high + 1) % n]; t = (b - a).normalized(); ctr = c + N(c) * s * .47
        cl = lathe('clasp', [(0, -s * .62), (s * .10, -s * .60), (s * .12, -s * .46), (s * .40, -s * .30), (s * .47, -s * .06), (s * .47, s * .06), (s * .40, s * .30), (s * .12, s * .46), (s * .10, s * .60), (0, s * .62)], m, 48, 30, rad=lambda th, r, z: r * (1 + .05 * math.copysign(1, sin(th * 12))) if abs(z) < s * .29 and r > s * .3 else r)
        cl.matrix_world = Matrix.Translation(ctr) @ t.to_track_quat('Z', 'Y').to_matrix().to_4x4()
        return
    if style == 'tennis':
        n = k.get('n', 96); P = resample(path, n, True) if path else necklace_path(2.5, 2.9, 0, n); T = length(P, True); s = T / n
        F = frames(P, True)
        basem = lathe('setting', [(0, -.11), (s*.28, -.11), (s * .45, .0), (s * .47, .02), (s * .43, .02), (s * .36, -.04)], m, 28, 40)
        for i, p in enumerate(P):
            o = basem if i == 0 else dup(basem)
            z = out(p) if out else Vector((0, 0, 1)); t = F[i][2]; t = (t - z * t.dot(z)).normalized(); M = Matrix((t, z.cross(t), z)).transposed().to_4x4(); M.translation = p
            o.matrix_world = M @ Matrix.Translation((0, 0, .115)); g = gem('round', s * .90, gm, seed=i); g.matrix_world = M @ Matrix.Translation((0, 0, .13)) @ Matrix.Rotation(i, 4, 'Z') @ Matrix.Scale(s * .45, 4)
            for q in range(4):
                a = rad(45 + 90 * q); bead(M @ Vector((s * .44 * cos(a), s * .44 * sin(a), .150)), s * .085, m)
        return
    L = k.get('L', .17)
    P = path or necklace_path(2.35, 2.9, .055)
    hang = [] if k.get('M') is None else set(geo.COL.objects)
    if path: chain(path, m, L, L * .62, L * .105, style != 'bar'); hang = set(geo.COL.objects)
    elif style == 'bar':
        half = [(.87, -2.93, .06), (1.22, -2.50, .06), (1.68, -1.60, .06), (2.02, -.40, .06), (2.05, .85, .06), (1.62, 2.10, .06), (.80, 2.95, .06)]
        chain(spline(half + [(0, 3.25, .06)] + [(-x, y, z) for x, y, z in reversed(half)], 400), m, L, L * .62, L * .105)
    else: chain(P, m, L, L * .62, L * .105, True)
    y = -2.9
    if style == 'solitaire':
        d = k.get('d', .62); cut = k.get('cut', 'round')
        bail(m, (0, y - .06, .10), .095, .028)
        r = d / 2; cy = y - .16 - r * (k.get('ratio', 1.3) if cut == 'oval' else 1) - .05
        obs0 = set(geo.COL.objects); 
        basket(cut, d, .0, m, gm, k.get('prongs', 4), th=.036, base=0, rails=(.55,), off=.5, ratio=k.get('ratio', 1.3))
        torus(.055, .018, m, -.03, c=(0, r * (1.0 if cut != 'oval' else k.get('ratio', 1.3)) + .085, 0))
        new = [o for o in geo.COL.objects if o not in obs0]; bpy.context.view_layer.update()
        M = Matrix.Translation((0, cy, .24)) @ Matrix.Rotation(rad(k.get('tip', 10)), 4, 'X')
        for o in new: o.matrix_world = M @ o.matrix_basis
    elif style == 'locket':
        bail(m, (0, y - .06, .10), .095, .028)
        def heart(t):
            x = 16 * sin(t) ** 3; yy = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t); return x / 16, yy / 16
        shape = [(cos(TAU * i / 96) * .92, sin(TAU * i / 96) * 1.12) for i in range(96)] if not k.get('heart') else [heart(TAU * i / 120) for i in range(120)]
        S = .62; vs, fs = [], []; N = len(shape)
        prof = [(.0, .20), (.35, .19), (.62, .16), (.82, .11), (.93, .075), (.96, .045), (1.0, .030), (1.0, .008), (.97, -.004), (.97, -.014), (1.0, -.026), (1.0, -.048), (.93, -.09), (.6, -.15), (0, -.18)]
        for f, z in prof:
            for x, yy in shape: vs.append((x * f * S, yy * f * S, z))
        for i in range(len(prof) - 1):
            for j in range(N): fs.append((i * N + j, i * N + (j + 1) % N, (i + 1) * N + (j + 1) % N, (i + 1) * N + j))
        o = mesh('locket', vs, fs, m, True, 40); cy = y - .22 - .68; o.location = (0, cy, .2)
        torus(.05, .018, m, 0, c=(0, cy + 1.12 * S + .05, .2))
        # raised border wire, fine beading and three graduated stones
        zz = lambda x, y: .2 + .20 - .16 * ((x / .57) ** 2 + (y / .69) ** 2) ** 1.25 * .9
        E = lambda f, n: [(f * .57 * cos(TAU * i / n), f * .69 * sin(TAU * i / n)) for i in range(n)]
        tube('wire', [Vector((x, y + cy, zz(x, y) + .004)) for x, y in E(.62, 120)], .014, m, True, 8)
        for x, y in E(.72, 56): bead((x, y + cy, zz(x, y) + .002), .017, m)
        for sy2 in (-1, 1): gem('round', .10, gm, (0, cy + sy2 * .17, zz(0, .17) + .012)); torus(.055, .012, m, zz(0, .17) + .01, c=(0, cy + sy2 * .17, 0), n=40, k=8)
        gem('round', .16, gm, (0, cy, .415)); torus(.085, .018, m, .40, c=(0, cy, 0))
        h = tube('hinge', [(-.585, cy - .12, .2), (-.585, cy + .12, .2)], .035, m)
    elif style == 'bar':
        wbar = 1.7; 
        b = box('bar', (wbar, .17, .055), metal(metal_kind, .09), (0, y - .02, .06), .02)
        for s in (-1, 1): bail(m, (s * (wbar / 2 - .01), y - .02, .065), .06, .018).rotation_euler = (0, rad(90), rad(90))
        for i in range(0 if k.get('plain') else 5): gem('round', .10, gm, ((i - 2) * .16, y - .02, .092), seed=i); torus(.056, .010, m, .09, c=((i - 2) * .16, y - .02, 0), n=32, k=8)


    if k.get('M') is not None:      # hang what was built at (0, -2.9) where the bust has its lowest point
        bpy.context.view_layer.update(); new = [o for o in geo.COL.objects if o not in hang]
        for o in new: o.matrix_world = k['M'] @ Matrix.Translation((0, 2.9, 0)) @ o.matrix_basis


# ---------------------------------------------------------------- earrings
def _pair(build, dx=.62, rot=(0, 0), dy=0):
    """Build once, place a mirrored pair."""
    for s in (-1, 1):
        obs0 = set(geo.COL.objects); build(s)
        new = [o for o in geo.COL.objects if o not in obs0]; bpy.context.view_layer.update()
        M = Matrix.Translation((s * dx, dy * s, 0)) @ Matrix.Rotation(rad(rot[0 if s < 0 else 1]), 4, 'Z')
        for o in new: o.matrix_world = M @ o.matrix_basis


def _place(build, M):
    obs0 = set(geo.COL.objects); build()
    new = [o for o in geo.COL.objects if o not in obs0]; bpy.context.view_layer.update()
    for o in new: o.matrix_world = M @ o.matrix_basis
    return new


def earrings(style='studs', metal_kind='white', stone='diamond', **k):
    m = metal(metal_kind, .05); gm = gemmat(stone)
    def post(y0=.05, ln=.75, z=0):
        tube('post', [(0, y0, z), (0, y0 + ln, z)], .03, m)
        bk = lathe('back', [(.04, 0), (.12, .0), (.14, .03), (.12, .06), (.04, .07)], m, 24); bk.location = (0, y0 + ln * .72, z); bk.rotation_euler = (rad(-90), 0, 0)
    if style == 'studs':
        d = k.get('d', .62); cut = k.get('cut', 'round')
        def b(s):
            _place(lambda: basket(cut, d, .0, m, gm, 4, th=.04, base=0.0, rails=(.45,), off=.5, ratio=1.3), Matrix.Translation((0, 0, d * .62)) @ Matrix.Rotation(rad(78), 4, 'X'))
            _place(lambda: post(.2, .7), Matrix.Translation((0, 0, d * .62)) @ Matrix.Rotation(rad(-12), 4, 'X'))
        _pair(b, d * .95, (14, -14))
    elif style == 'hoops':
        R = k.get('R', 1.0); th = k.get('th', .10)
        def b(s):
            pts = arc(R, -248, 88, 120, axis='y')
            pts = [Vector((p.x, 0, p.z + R + th)) for p in pts]
            if k.get('twist'):
                F = 30
                tube('hoop', pts, th, m, n=24); 
                for ph in (0, math.pi):
                    q = []
                    for i in range(600):
                        u = i / 599; a = rad(-248 + 336 * u); w = F * u * math.pi + ph; rr = R + th * 1.05 * cos(w); q.append(Vector((rr * cos(a), th * 1.05 * sin(w), rr * sin(a) + R + th)))
                    tube('wire', q, th * .28, m, n=8)
            else: sweep('hoop', pts, circle(th, 28, th * k.get('flat', 1)), m, scale=lambda u: .72 + .28 * sin(math.pi * min(1, max(0, u))) ** .7)
            if k.get('pave'):
                n = 27; dd = .155 * R
                for i in range(n):
                    a = rad(-215 + 268 * i / (n - 1)); p = Vector((R * cos(a), -th * .95, R * sin(a) + R + th)); g = gem('round', dd, gm, seed=i); orient(g, p, (0, -1, 0), (cos(a), 0, sin(a)))
                    a2 = a + rad(268 / (n - 1) / 2)
                    for q in (-1, 1): bead(((R + q * dd * .42) * cos(a2), -th * .98, (R + q * dd * .42) * sin(a2) + R + th), dd * .12, m)
            tube('pin', spline([(R * cos(rad(88)), 0, R * sin(rad(88)) + R + th), (-.12 * R, 0, 2.02 * R + th), (-.36 * R, 0, R * 1.93 + th)], 20), .028, m)
        _pair(b, R * k.get('dx', 1.0), (k.get('ra', 38), k.get('rb', 30)), k.get('dy', .1))
    elif style == 'drop':
        def b(s):
            d = .34; z = .0
            pass
            _place(lambda: basket('round', d, 0, m, gemmat('diamond'), 4, th=.028, base=0, rails=(.5,), off=.5), Matrix.Translation((0, 2.25, .24)))
            torus(.055, .016, m, .16, c=(0, 2.02, 0))
            for i in range(5):
                o = torus(.06, .014, m, c=(0, 0, 0), n=32, k=8, sy=1.3); o.location = (0, 1.90 - i * .125, .10); o.rotation_euler = (0, rad(45 if i % 2 else -45), 0)
            dd = .62; r = 1.45
            _place(lambda: basket('oval', dd, 0, m, gm, 6, th=.032, base=0, rails=(.5,), off=.0, ratio=r), Matrix.Translation((0, .72, .30)) @ Matrix.Rotation(rad(4), 4, 'X'))
            torus(.05, .018, m, .20, c=(0, .72 + dd / 2 * r + .075, 0)); tube('join', spline([(0, 1.42, .10), (0, .72 + dd / 2 * r + .12, .16), (0, .72 + dd / 2 * r - .01, .27)], 12), .020, m); bead((0, .72 + dd / 2 * r + .01, .28), .045, m)
        _pair(b, .62, (4, -4))
    elif style == 'pearl':
        def b(s):
            r = k.get('r', .30)
            sphere('pearl', r, pearl(k.get('tint', 'white')), (0, 0, r), 96, 48)
            _place(lambda: lathe('cap', [(.0, .07), (.1, .06), (.17, .02), (.19, -.02), (.18, -.02)], m, 40), Matrix.Translation((0, .0, r * 1.95)))
            torus(.055, .018, m, 0).rotation_euler = (0, rad(90), 0); geo.COL.objects[-1].location = (0, .0, r * 2 + .10)
            # leverback hook
            pts = spline([(0, .0, r * 2 + .15), (0, -.05, r * 2 + .34), (0, -.05, r * 2 + .62), (0, .10, r * 2 + .80), (0, .30, r * 2 + .72), (0, .38, r * 2 + .45), (0, .36, r * 2 + .26)], 60); tube('hook', pts, .026, m)
            _place(lambda: basket('round', .20, 0, metal('white', .05), gm, 4, th=.018, base=0, rails=(.5,), off=.5), Matrix.Translation((0, -.13, r * 2 + .40)) @ Matrix.Rotation(rad(88), 4, 'X'))
        _pair(b, k.get('dx', .50), (0, 0))
        if k.get('lying', True):
            bpy.context.view_layer.update()
            for o in geo.COL.objects: o.matrix_world = Matrix.Rotation(rad(-84), 4, 'X') @ o.matrix_world
    elif style == 'pearlstuds':
        r = k.get('r', .36)
        def b(s):
            sphere('pearl', r, pearl(k.get('tint', 'white')), (0, 0, r), 96, 48)
            _place(lambda: lathe('cup', [(.0, -.02), (.10, -.02), (.15, .02), (.16, .05), (.13, .03), (0, .01)], m, 40), Matrix.Translation((0, r * .97, r)) @ Matrix.Rotation(rad(90), 4, 'X')); post(r * .95, .62, r)
        _pair(b, .52, (34, -22))
    elif style == 'cluster':
        def b(s):
            def flower():
                basket('round', .34, .04, m, gm, 4, th=.026, base=0, rails=(.5,), off=.5)
                for i in range(8):
                    a = TAU * i / 8 + .2; r = .335
                    g = gem('round', .23, gm, (r * cos(a), r * sin(a), -.02), (0, 0, a), i)
                    for q in (-1, 1):
                        a2 = a + q * .30; bead((r * 1.22 * cos(a2), r * 1.22 * sin(a2), .005), .036, m); bead((.212 * cos(a2), .212 * sin(a2), .01), .028, m)
                lathe('plate', [(.0, -.27), (.30, -.25), (.44, -.16), (.462, -.05), (.458, -.028), (.440, -.032), (.425, -.13), (.10, -.14), (0, -.14)], metal(metal_kind, .22), 64, 40, rad=lambda t2, r2, z: r2 * (1 + .045 * cos(8 * t2 - 8 * .2)) if r2 > .3 else r2)
            _place(flower, Matrix.Translation((0, 0, .50)) @ Matrix.Rotation(rad(76), 4, 'X'))
            _place(lambda: post(.2, .7), Matrix.Translation((0, 0, .5)) @ Matrix.Rotation(rad(-14), 4, 'X'))
        _pair(b, .60, (15, -15))


# ---------------------------------------------------------------- bracelets
def bracelet(style='bangle', metal_kind='yellow', stone='diamond', **k):
    m = metal(metal_kind, .05); gm = gemmat(stone); R = 2.9; sy = .86
    el = lambda n, z=0, r=R: [Vector((r * cos(TAU * i / n), r * sy * sin(TAU * i / n), z)) for i in range(n)]
    if style == 'bangle':
        w = .52
        sec = [(x, y) for x, y in _d_section(w, .22, .5, 28)]
        P = el(220, w / 2); sweep('bangle', P, sec, metal(metal_kind, .05), True, (1, 0, 0), autosmooth=60)
    elif style == 'hammered':
        P = el(220, .2); sweep('bangle', P, _d_section(.4, .20, .5, 28), metal(metal_kind, .10, hammered=.35), True, (1, 0, 0), autosmooth=60)
    elif style == 'tennis':
        n = 46; P = resample(el(400), n, True); s = length(P, True) / n; h = .17
        bx = roundrect(s * .9, s * .9, s * .2)
        for i, p in enumerate(P):
            nrm = Vector((p.x / R ** 2, p.y / (R * sy) ** 2, 0)).normalized(); c = Vector((p.x, p.y, s * .52))
            t = Vector((0, 0, 1)); x = t.cross(nrm); M = Matrix((x, nrm.cross(x), nrm)).transposed().to_4x4(); M.translation = c
            if i == 0:
                lathe('set', [(0, -.17), (s * .40, -.17), (s * .46, -.10), (s * .47, .0), (s * .42, .0), (s * .34, -.06), (0, -.10)], m, 24, 40)
                bset = geo.COL.objects[-1]; bset.matrix_world = M
            else: dup(bset, matrix=M)
            g = gem('round', s * .86, gm, seed=i); g.matrix_world = M @ Matrix.Translation((0, 0, .01)) @ Matrix.Rotation(i * .7, 4, 'Z') @ Matrix.Diagonal((s * .43, s * .43, s * .43, 1))
            for q in range(4):
                a = rad(45 + 90 * q); bead(M @ Vector((s * .43 * cos(a), s * .43 * sin(a), .025)), s * .085, m)
    elif style == 'chain':
        ctrl = [(-2.6, .2, .18), (-2.3, 1.5, .18), (-.9, 2.1, .18), (.9, 1.9, .18), (2.4, 1.3, .18), (2.7, -.1, .18), (2.0, -1.4, .18), (.5, -1.95, .18), (-1.2, -1.8, .18), (-2.3, -1.1, .18)]
        P = el(300, 0, R) if k.get('round') else spline(ctrl, 300, True)
        chain(P, m, k.get('L', .62), k.get('w', .42), k.get('th', .075), True)
    elif style == 'cuff':
        w = 1.25; n = 140; vs = []
        P = []
        for i in range(n):
            a = rad(-90 + 32 + (360 - 64) * i / (n - 1)); P.append(Vector((R * cos(a), R * sy * sin(a), w / 2)))
        sweep('cuff', P, roundrect(.10, w, .045, 6), metal(metal_kind, .08, hammered=.0), False, (1, 0, 0), lambda u: (1, 1 - .25 * (abs(u - .5) * 2) ** 3), autosmooth=45)
        for s in (-.36, .36):
            Q = [Vector(((R + .055) * cos(rad(-58 + 296 * i / 199)), (R + .055) * sy * sin(rad(-58 + 296 * i / 199)), w / 2 + s * (1 - .25 * (abs(i / 199 - .5) * 2) ** 3) * w * 1.08)) for i in range(200)]
            tube('rib', Q, .045, metal(metal_kind, .05), n=12)


# ---------------------------------------------------------------- watches
def _hand(m, L, w, z, ang, tail=.25, lume=None):
    vs = [(-w / 2, -tail, 0), (w / 2, -tail, 0), (w / 2 * 1.1, L * .35, 0), (0, L, 0), (-w / 2 * 1.1, L * .35, 0), (0, -tail, .018), (0, L * .97, .018)]
    fs = [(0, 5, 6, 3, 4), (5, 1, 2, 3, 6)]
    o = mesh('hand', [(x, y, zz + z) for x, y, zz in vs], fs, m, False); o.rotation_euler = (0, 0, -ang); return o


def watch(style='dress', metal_kind='yellow', dial='ivory', strap='leather', D=3.8, strap_col=(.10, .04, .018), **k):
    strap_col = tuple(strap_col)
    m = metal(metal_kind, .06); mb = metal(metal_kind, .16); R = D / 2
    DC = {'ivory': (.88, .85, .78), 'white': (.90, .90, .89), 'black': (.012, .012, .014), 'navy': (.012, .028, .085), 'green': (.012, .07, .045), 'mop': (.86, .84, .84), 'champagne': (.80, .66, .44), 'grey': (.16, .165, .175)}
    t = NT('dial_' + dial)
    if dial == 'mop':
        c = t.ramp(t.noise(1.4, 6, .6, None, 1.5), [(.3, (.80, .74, .78)), (.45, (.90, .89, .88)), (.6, (.76, .84, .84)), (.75, (.92, .88, .86))]); dm = t.end(t.bsdf(base=c, rough=.25, spec=.5, coat=.5))
    else:
        tc = t.sep(t.co()); ang = t.math('ARCTAN2', tc[1], tc[0]); sb = t.noise(220, 2, .6, t.xyz(ang, 0, 0))
        dm = t.end(t.bsdf(base=DC[dial], rough=.38, spec=.5, metal=.55 if dial in ('navy', 'green', 'champagne', 'grey') else 0, normal=t.bump(sb, .10, .01)))
    dark = dial in ('black', 'navy', 'green', 'grey')
    hm = metal('white' if metal_kind in ('steel', 'silver', 'white') else metal_kind, .12) if dark or metal_kind != 'steel' else metal('steel', .12)
    ink = plastic((.9, .9, .88), .4) if dark else plastic((.03, .03, .035), .35)
    obs0 = set(geo.COL.objects)
    sq = style == 'square'
    def shape(n=96):
        if sq: return [(x, y) for x, y in roundrect(1.72, 2.0, .34, 12)]
        return [(cos(TAU * i / n), sin(TAU * i / n)) for i in range(n)]
    S = shape(); N = len(S)
    def ringprof(prof, mat, name, au=35):
        vs, fs = [], []
        for f, z in prof:
            for x, y in S:
                if sq:   # offset inward by distance, not by scale
                    l = 1 - (1 - f); dx = (1 - f); vx = x - math.copysign(min(abs(x), dx), x); vy = y - math.copysign(min(abs(y), dx), y); vs.append((vx * R, vy * R, z * R))
                else: vs.append((x * f * R, y * f * R, z * R))
        for i in range(len(prof) - 1):
            for j in range(N): fs.append((i * N + j, i * N + (j + 1) % N, (i + 1) * N + (j + 1) % N, (i + 1) * N + j))
        return mesh(name, vs, fs, mat, True, au)
    chrono = style == 'chrono'; th = k.get('th', .26 if not chrono else .36)
    bw = .10 if style == 'dress' else (.13 if not chrono else .17)
    # case middle, bezel, rehaut, dial
    ringprof([(.55, -th), (.80, -th), (.93, -th * .9), (.985, -th * .55), (1.0, -th * .1), (.99, th * .28), (.97, th * .36)], mb if chrono else m, 'case')
    ringprof([(.97, th * .36), (.985, th * .42), (.975, th * .62), (1 - bw * .45, th * .88), (1 - bw * .9, th * .92), (1 - bw, th * .86), (1 - bw - .005, th * .5), (1 - bw - .02, th * .42)], m, 'bezel', 30)
    ri = 1 - bw - .01
    ringprof([(ri, th * .62), (ri - .045, th * .36), (ri - .047, th * .34)], dm if not dark else plastic((.02, .02, .022), .3), 'rehaut')
    dz = th * .34 * R
    dial_obj = disc = ringprof([(ri - .02, th * .335), (.02, th * .335)], dm, 'dial'); 
    if sq:
        disc = box('dial', ((.86 - (1 - ri) + .02) * 2 * R, (1.0 - (1 - ri) + .02) * 2 * R, .02), dm, (0, 0, dz - .012), 0)
    # crystal
    tg = coatedglass()
    if sq:
        gx, gy, nn = (.86 - bw) * R, (1 - bw) * R, 16; vs = [(gx * (2 * i / nn - 1), gy * (2 * j / nn - 1), th * R * (.80 + .10 * (1 - (2 * i / nn - 1) ** 2) * (1 - (2 * j / nn - 1) ** 2))) for i in range(nn + 1) for j in range(nn + 1)]
        mesh('crystal', vs, [(i * (nn + 1) + j, (i + 1) * (nn + 1) + j, (i + 1) * (nn + 1) + j + 1, i * (nn + 1) + j + 1) for i in range(nn) for j in range(nn)], tg, True)
    else: lathe('crystal', [(0, th * .97 * R), (.4 * R, th * .955 * R), (.75 * R, th * .915 * R), ((1 - bw) * R, th * .85 * R)], tg, 96, None)
    for o in geo.COL.objects:
        if o.name.startswith('crystal'): o.visible_shadow = o.visible_diffuse = False
    # indices
    rr = (ri - .14) * R
    if chrono:
        for i in range(60):
            a = TAU * i / 60; big = i % 5 == 0; L = .11 * R if big else .05 * R; r0 = (ri - .07) * R - L / 2
            if big and i % 15 == 0 and i != 0: L *= .6
            o = box('tick', (.045 * R if big else .012 * R, L, .02), hm if big else ink, (sin(a) * r0, cos(a) * r0, dz + .012), .004, 1); o.rotation_euler = (0, 0, -a)
        for (cx, cy) in ((-.40, 0), (.40, 0), (0, -.40)):
            s = lathe('sub', [(0, .0), (.20 * R, .0), (.215 * R, .012), (.235 * R, .012), (.24 * R, 0)], plastic((.75, .75, .74), .3) if dark else plastic((.06, .06, .07), .3), 64, 30); s.location = (cx * R, cy * R, dz + .004)
            for i in range(12):
                a = TAU * i / 12; o = box('stick', (.008 * R, .035 * R, .006), plastic((.03, .03, .03), .4) if dark else plastic((.85, .85, .85), .4), (cx * R + sin(a) * .18 * R, cy * R + cos(a) * .18 * R, dz + .012), 0); o.rotation_euler = (0, 0, -a)
            h = _hand(plastic((.03, .03, .03), .3) if dark else hm, .17 * R, .022 * R, dz + .02, .8 + cx * 3, .05 * R); h.location = (cx * R, cy * R, 0)
        # tachymeter bezel ticks
        for i in range(60):
            a = TAU * i / 60; o = box('bt', (.008 * R, (.06 if i % 5 == 0 else .035) * R, .006), plastic((.02, .02, .02), .4), (sin(a) * (1 - bw * .62) * R, cos(a) * (1 - bw * .62) * R, th * .895 * R), 0); o.rotation_euler = (0, 0, -a)
    else:
        for i in range(12):
            a = TAU * i / 12
            if sq:
                c, s = sin(a), cos(a); f = min((.70 - bw) / max(1e-6, abs(c)), (.85 - bw) / max(1e-6, abs(s))); px, py = c * f * R, s * f * R
            else: px, py = sin(a) * rr, cos(a) * rr
            L = (.20 if i % 3 == 0 else .14) * R
            o = box('idx', (.035 * R, L, .03), hm, (px, py, dz + .015), .006, 2); o.rotation_euler = (0, 0, -a)
        if not sq:
            for i in range(60):
                if i % 5: a = TAU * i / 60; o = box('min', (.008 * R, .035 * R, .004), ink, (sin(a) * (ri - .07) * R, cos(a) * (ri - .07) * R, dz + .003), 0); o.rotation_euler = (0, 0, -a)
        if k.get('seconds'):
            s = lathe('sub', [(.19 * R, .0), (.195 * R, .008), (.205 * R, .008), (.21 * R, 0)], hm, 64, 30); s.location = (0, -.40 * R, dz + .002)
            for i in range(12): a = TAU * i / 12; o = box('sm', (.007 * R, .03 * R, .004), ink, (sin(a) * .165 * R, -.40 * R + cos(a) * .165 * R, dz + .004), 0); o.rotation_euler = (0, 0, -a)
            h = _hand(hm, .15 * R, .02 * R, dz + .02, 2.3, .05 * R); h.location = (0, -.40 * R, 0)
    # hands 10:09
    q = .8 if sq else 1
    _hand(hm, .46 * R * q, .075 * R, dz + .045, rad(304.5), .10 * R); _hand(hm, .70 * R * q, .055 * R, dz + .07, rad(54), .12 * R)
    if chrono: _hand(plastic((.7, .05, .03), .3) if not k.get('plain') else hm, .74 * R, .018 * R, dz + .095, rad(0), .22 * R)
    lathe('cap', [(0, .02), (.035 * R, .018), (.04 * R, 0)], hm, 24).location = (0, 0, dz + .105)
    if k.get('gems'):
        n = k['gems']; gm = gemmat('diamond')
        for i in range(n):
            a = TAU * i / n; gem('round', TAU * R * .945 / n * .92, gm, (R * .945 * cos(a), R * .945 * sin(a), th * .90 * R), (0, 0, a), i)
            a2 = a + TAU / n / 2
            for rr2 in (.905, .985): bead((R * rr2 * cos(a2), R * rr2 * sin(a2), th * .89 * R), R * .016, m)
    # crown (+ pushers)
    ex = .86 if sq else 1.0
    def crown(ang, r, L, ridges):
        o = lathe('crown', [(0, 0), (r * .5, 0), (r * .55, .03), (r, .04), (r, L), (r * .8, L + .05), (0, L + .06)], m, 48, 40, rad=(lambda t, rr, z: rr * (1 + .05 * math.copysign(1, sin(t * 24))) if ridges and rr > r * .9 else rr))
        o.matrix_world = Matrix.Rotation(ang, 4, 'Z') @ Matrix.Translation((ex * R * .97, 0, 0)) @ Matrix.Rotation(rad(90), 4, 'Y')
    crown(0, .12 * R, .13 * R, True)
    if chrono: crown(rad(28), .075 * R, .15 * R, False); crown(rad(-28), .075 * R, .15 * R, False)
    # lugs
    lw = k.get('lug', .98) * R; lb = .13 * R; ytip = (1.02 if sq else 1.0)
    for sx in (-1, 1):
        for sy2 in (-1, 1):
            P = spline([(sx * (lw / 2 + lb * .5), sy2 * .70 * R, .02 * R), (sx * (lw / 2 + lb * .5), sy2 * .94 * R, .02 * R), (sx * (lw / 2 + lb * .42), sy2 * 1.09 * R, -.07 * R), (sx * (lw / 2 + lb * .36), sy2 * 1.16 * R, -.22 * R)], 24)
            o = sweep('lug', P, roundrect(lb, .20 * R, .045 * R), m, False, (1, 0, 0), lambda u: (1 - .25 * u, 1 - .35 * u), fixed_up=True, autosmooth=45)
    # strap loop in the YZ plane (case frame): starts at the 12 o'clock lugs, wraps behind, returns at 6
    sw = lw * .97; zb = -k.get('loop', 2.35) * R
    Wy = 1.22 * R
    ctrl = [(0, 1.02 * R, -.10 * R), (0, 1.27 * R, -.33 * R), (0, 1.50 * R, -.80 * R), (0, 1.42 * R, -1.45 * R), (0, .95 * R, zb * .93), (0, 0, zb * 1.03),
            (0, -.95 * R, zb * .93), (0, -1.42 * R, -1.45 * R), (0, -1.50 * R, -.80 * R), (0, -1.27 * R, -.33 * R), (0, -1.02 * R, -.10 * R)]
    P = spline(ctrl, 180)
    if strap == 'leather':
        lm = leather(strap_col); t2 = .10 * R
        sec = [(x, y) for x, y in roundrect(t2, sw, t2 * .45, 6)]
        sweep('strap', P, sec, lm, False, (0, 0, 1), lambda u: ((1.25 - .35 * min(1, 4 * min(u, 1 - u))), 1 - .22 * math.sin(math.pi * u) ** .8), autosmooth=50)
        st = plastic(tuple(min(1, c * 3.2 + .05) for c in strap_col), .7)
        F = frames(P, False, (0, 0, 1))
        for sx in (-1, 1):
            for i in range(3, 176, 3):
                w = sw / 2 * (1 - .22 * math.sin(math.pi * i / 179) ** .8) - .055 * R; x, y, tt = F[i]
                up = x if x.z * 1 + x.y * P[i].y > 0 else x
                c = P[i] + x * t2 * (1.25 - .35 * min(1, 4 * min(i / 179, 1 - i / 179))) * .5 * 1.01
                c2 = c + (P[min(179, i + 2)] - P[i]) * .75
                tube('stitch', [c + y * sx * w, (c + c2) / 2 + y * sx * w + x * .008 * R, c2 + y * sx * w], .012 * R, st, n=6)
    else:   # metal bracelet: three-row links
        n = k.get('links', 30); Q = resample(P, n + 1); F = frames(Q, False, (0, 0, 1)); s = (Q[1] - Q[0]).length; Lk = {}
        for i in range(n):
            c = (Q[i] + Q[i + 1]) / 2; tt = (Q[i + 1] - Q[i]).normalized(); x = F[i][0]; x = (x - tt * x.dot(tt)).normalized(); y = tt.cross(x)
            M0 = Matrix((x, y, tt)).transposed().to_4x4(); u = (i + .5) / n; wf = 1 - .18 * math.sin(math.pi * u)
            for j, (oy, wy, mm, ox) in enumerate(((-.335, .31, mb, 0), (0, .34, m, .012 * R), (.335, .31, mb, 0))):
                M = M0.copy(); M.translation = c + y * oy * sw * wf + x * ox + tt * (s * .5 if j == 1 else 0) * k.get('stagger', 1)
                if j not in Lk: Lk[j] = box('lk', (.13 * R, wy * sw * .97, s * .93), mm, (0, 0, 0), .025 * R, 3); Lk[j].matrix_world = M @ Matrix.Diagonal((1, wf, 1, 1))
                else: dup(Lk[j], matrix=M @ Matrix.Diagonal((1, wf, 1, 1)))
    # stand it up: dial faces -Y, 12 o'clock up
    new = [o for o in geo.COL.objects if o not in obs0]; bpy.context.view_layer.update()
    if not k.get('flat'):
        M = Matrix.Rotation(rad(k.get('stand', 72)), 4, 'X')
        for o in new: o.matrix_world = M @ o.matrix_basis


BUILD = dict(ring=ring, necklace=necklace, earrings=earrings, bracelet=bracelet, watch=watch)
