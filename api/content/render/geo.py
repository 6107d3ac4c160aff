"""Mesh helpers shared by all product builders (pure Python, no add-ons)."""
import bpy, math, random
from mathutils import Vector, Matrix, Quaternion, noise as mnoise

TAU = math.tau
COL = None            # collection of the current product


def link(ob):
    (COL or bpy.context.scene.collection).objects.link(ob)
    return ob


def mesh(name, verts, faces, mat=None, smooth=True, autosmooth=None, uvs=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(v) for v in verts], [], faces)
    if uvs:
        l = me.uv_layers.new(name='UVMap')
        for li, lp in enumerate(me.loops):
            l.data[li].uv = uvs[lp.vertex_index] if len(uvs) == len(verts) else uvs[li]
    me.polygons.foreach_set('use_smooth', [smooth] * len(me.polygons))
    if autosmooth is not None:
        me.use_auto_smooth = True
        me.auto_smooth_angle = math.radians(autosmooth)
    if mat:
        me.materials.append(mat)
    me.validate(); me.update()
    return link(bpy.data.objects.new(name, me))


def dup(ob, loc=None, rot=None, scale=None, matrix=None):
    """Linked duplicate."""
    o = bpy.data.objects.new(ob.name, ob.data)
    for m in ob.modifiers:
        k = o.modifiers.new(m.name, m.type)
        for p in m.bl_rna.properties:
            if not p.is_readonly and p.identifier not in ('name', 'type'):
                try: setattr(k, p.identifier, getattr(m, p.identifier))
                except Exception: pass
    if matrix is not None: o.matrix_world = matrix
    else:
        if loc is not None: o.location = loc
        if rot is not None: o.rotation_euler = rot
        if scale is not None: o.scale = (scale,) * 3 if isinstance(scale, (int, float)) else scale
    return link(o)


def bevel(ob, w, seg=3, angle=35):
    m = ob.modifiers.new('bev', 'BEVEL'); m.width = w; m.segments = seg
    m.limit_method = 'ANGLE'; m.angle_limit = math.radians(angle); m.harden_normals = False
    ob.data.use_auto_smooth = True; ob.data.auto_smooth_angle = math.radians(50)
    return ob


def subsurf(ob, n=2, render=None):
    m = ob.modifiers.new('sub', 'SUBSURF'); m.levels = n; m.render_levels = render or n
    return ob


def solidify(ob, t, offset=0):
    m = ob.modifiers.new('sol', 'SOLIDIFY'); m.thickness = t; m.offset = offset
    return ob


def lathe(name, prof, mat=None, seg=96, autosmooth=40, rad=None, uv=False):
    """Revolve [(r,z),...] about Z. rad(theta, r, z)->r modulates the radius."""
    vs, fs, uvs = [], [], []
    n = len(prof)
    cols = seg + 1 if uv else seg
    L = [0]
    for i in range(1, n):
        L.append(L[-1] + math.dist(prof[i], prof[i - 1]))
    for i, (r, z) in enumerate(prof):
        for k in range(cols):
            t = TAU * k / seg
            rr = rad(t, r, z) if rad else r
            if isinstance(rr, tuple): rr, zz = rr
            else: zz = z
            vs.append((rr * math.cos(t), rr * math.sin(t), zz)); uvs.append((k / seg, L[i] / L[-1]))
    for i in range(n - 1):
        for k in range(seg):
            a = i * cols + k; b = i * cols + (k + 1) % cols
            f = (a, b, b + cols, a + cols)
            r0, r1 = prof[i][0], prof[i + 1][0]
            fs.append(f)
    ob = mesh(name, vs, fs, mat, True, autosmooth, uvs if uv else None)
    import bmesh
    bm = bmesh.new(); bm.from_mesh(ob.data)
    if not uv:
        bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-6)
    else:
        bmesh.ops.dissolve_degenerate(bm, dist=1e-7, edges=bm.edges)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(ob.data); bm.free()
    return ob


def spline(pts, n, closed=False):
    """Catmull-Rom sampling of control points -> n points (uniform in arc length)."""
    P = [Vector(p) for p in pts]; m = len(P); out = []
    segs = m if closed else m - 1
    g = (lambda i: P[i % m]) if closed else (lambda i: P[max(0, min(m - 1, i))])
    fine = 24
    for s in range(segs):
        p0, p1, p2, p3 = g(s - 1), g(s), g(s + 1), g(s + 2)
        for k in range(fine):
            t = k / fine
            out.append(0.5 * ((2 * p1) + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3))
    if not closed: out.append(P[-1].copy())
    else: out.append(out[0].copy())
    return resample(out, n, closed)


def resample(pts, n, closed=False):
    P = [Vector(p) for p in pts]
    if closed and (P[0] - P[-1]).length > 1e-6: P.append(P[0].copy())
    d = [0.0]
    for a, b in zip(P, P[1:]): d.append(d[-1] + (b - a).length)
    T = d[-1]; out = []; j = 0
    for i in range(n):
        s = T * i / (n if closed else n - 1)
        while j < len(d) - 2 and d[j + 1] < s: j += 1
        u = (s - d[j]) / max(1e-9, d[j + 1] - d[j])
        out.append(P[j].lerp(P[j + 1], min(1, max(0, u))))
    return out


def length(pts, closed=False):
    L = sum((b - a).length for a, b in zip(pts, pts[1:]))
    return L + ((pts[0] - pts[-1]).length if closed else 0)


def frames(pts, closed=False, up=(0, 0, 1)):
    """Parallel-transport frames: list of 3x3 (x=normal, y=binormal, z=tangent)."""
    n = len(pts); T = []
    for i in range(n):
        a = pts[(i - 1) % n] if (closed or i > 0) else pts[i]
        b = pts[(i + 1) % n] if (closed or i < n - 1) else pts[i]
        T.append((b - a).normalized())
    up = Vector(up)
    x = up - T[0] * up.dot(T[0])
    if x.length < 1e-4: x = T[0].orthogonal()
    x.normalize(); F = []
    for i in range(n):
        if i:
            q = T[i - 1].rotation_difference(T[i]); x = q @ x
            x = (x - T[i] * x.dot(T[i])).normalized()
        F.append((x.copy(), T[i].cross(x), T[i]))
    if closed:
        q = T[-1].rotation_difference(T[0]); xe = q @ F[-1][0]
        ang = math.atan2(xe.cross(F[0][0]).dot(T[0]), xe.dot(F[0][0]))
        G = []
        for i, (a, b, t) in enumerate(F):
            r = Quaternion(t, ang * i / n); G.append((r @ a, r @ b, t))
        F = G
    return F


def sweep(name, pts, section, mat=None, closed=False, up=(0, 0, 1), scale=None, twist=0.0, cap=True, autosmooth=60, fixed_up=False, uv=False):
    """Sweep a closed 2D section [(x,y)] along points. scale(u)->s or (sx,sy)."""
    pts = [Vector(p) for p in pts]; n = len(pts); m = len(section)
    F = frames(pts, closed, up); vs, fs, uvs = [], [], []
    for i, p in enumerate(pts):
        u = i / (n if closed else n - 1)
        x, y, t = F[i]
        if fixed_up:
            x = Vector(up) - t * Vector(up).dot(t); x.normalize(); y = t.cross(x)
        s = scale(u) if scale else 1
        sx, sy = s if isinstance(s, tuple) else (s, s)
        c, sn = math.cos(twist * u), math.sin(twist * u)
        for k, (a, b) in enumerate(section):
            a2, b2 = (a * c - b * sn) * sx, (a * sn + b * c) * sy
            vs.append(p + x * a2 + y * b2); uvs.append((u, k / m))
    for i in range(n if closed else n - 1):
        for k in range(m):
            a = i * m + k; b = i * m + (k + 1) % m; j = ((i + 1) % n) * m
            fs.append((a, b, j + (k + 1) % m, j + k))
    if not closed and cap:
        fs.append(tuple(range(m))[::-1]); fs.append(tuple((n - 1) * m + k for k in range(m)))
    return mesh(name, vs, fs, mat, True, autosmooth, uvs if uv else None)


def circle(r, n=16, ry=None):
    return [(r * math.cos(TAU * k / n), (ry or r) * math.sin(TAU * k / n)) for k in range(n)]


def roundrect(w, h, r, n=5):
    out = []
    for cx, cy, a0 in ((w/2-r, h/2-r, 0), (-w/2+r, h/2-r, 90), (-w/2+r, -h/2+r, 180), (w/2-r, -h/2+r, 270)):
        for k in range(n + 1):
            a = math.radians(a0 + 90 * k / n); out.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return out


def tube(name, pts, r, mat=None, closed=False, n=14, scale=None, up=(0, 0, 1)):
    return sweep(name, pts, circle(r, n), mat, closed, up, scale)


def arc(r, a0, a1, n, z=0, axis='z'):
    out = []
    for i in range(n):
        a = math.radians(a0 + (a1 - a0) * i / (n - 1)); c, s = r * math.cos(a), r * math.sin(a)
        out.append(Vector({'z': (c, s, z), 'y': (c, z, s), 'x': (z, c, s)}[axis]))
    return out


def sphere(name, r, mat=None, loc=(0, 0, 0), seg=48, rings=24, scale=(1, 1, 1)):
    prof = [(r * math.sin(math.pi * i / rings), -r * math.cos(math.pi * i / rings)) for i in range(rings + 1)]
    ob = lathe(name, prof, mat, seg, None)
    ob.location = loc; ob.scale = scale
    return ob


def icos(name, r, sub=3, mat=None, loc=(0, 0, 0)):
    import bmesh
    bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=r)
    me = bpy.data.meshes.new(name); bm.to_mesh(me); bm.free()
    me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    if mat: me.materials.append(mat)
    ob = link(bpy.data.objects.new(name, me)); ob.location = loc
    return ob


def box(name, size, mat=None, loc=(0, 0, 0), bev=0.02, seg=3):
    x, y, z = (s / 2 for s in size)
    vs = [(a, b, c) for a in (-x, x) for b in (-y, y) for c in (-z, z)]
    fs = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    ob = mesh(name, vs, fs, mat, True, 40); ob.location = loc
    if bev: bevel(ob, bev, seg)
    return ob


def deform(ob, f):
    """Apply f(Vector)->Vector to every vertex in local space."""
    for v in ob.data.vertices: v.co = f(v.co.copy())
    ob.data.update()
    return ob


def fbm(p, scale=1.0, octaves=4, seed=0.0):
    return mnoise.fractal(Vector(p) * scale + Vector((seed, seed * 1.7, seed * .3)), 1.0, 2.0, octaves)


# ---------------------------------------------------------------- gems
def _clip(polys, pt, nr):
    new, rim = [], []
    for poly in polys:
        out = []
        for i, a in enumerate(poly):
            b = poly[(i + 1) % len(poly)]
            da, db = (a - pt).dot(nr), (b - pt).dot(nr)
            if da <= 1e-7: out.append(a)
            if (da < -1e-7 and db > 1e-7) or (da > 1e-7 and db < -1e-7):
                q = a.lerp(b, da / (da - db)); out.append(q); rim.append(q)
            elif abs(da) <= 1e-7: rim.append(a)
        if len(out) >= 3: new.append(out)
    if len(rim) >= 3:
        u = nr.orthogonal().normalized(); w = nr.cross(u); c = sum(rim, Vector()) / len(rim)
        rim.sort(key=lambda p: math.atan2((p - c).dot(w), (p - c).dot(u)))
        face = []
        for p in rim:
            if not face or (p - face[-1]).length > 1e-5: face.append(p)
        if len(face) > 1 and (face[0] - face[-1]).length < 1e-5: face.pop()
        if len(face) >= 3: new.append(face)
    return new


def _cut(planes):
    L = 3
    P = [Vector((x, y, z)) for x in (-L, L) for y in (-L, L) for z in (-L, L)]
    polys = [[P[i] for i in f] for f in [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]]
    for pt, nr in planes: polys = _clip(polys, Vector(pt), Vector(nr).normalized())
    return polys


def _fac(phi, ang, r, z):
    """Plane at azimuth phi with slope angle `ang` (deg from girdle plane) through radius r, height z."""
    p, a = math.radians(phi), math.radians(abs(ang)); s = 1 if ang > 0 else -1
    n = (math.sin(a) * math.cos(p), math.sin(a) * math.sin(p), s * math.cos(a))
    return ((r * math.cos(p), r * math.sin(p), z), n)


_gem_cache = {}


def gem_planes(cut):
    t = 0.022; pl = []
    if cut in ('round', 'oval'):
        zt = t + 0.44 * math.tan(math.radians(34.5))
        pl += [((math.cos(TAU*k/48), math.sin(TAU*k/48), 0), (math.cos(TAU*k/48), math.sin(TAU*k/48), 0)) for k in range(48)]
        pl += [((0, 0, zt), (0, 0, 1))]
        for k in range(8):
            pl += [_fac(45*k, 34.5, 1, t), _fac(45*k+22.5, 21.5, 0.56*math.cos(math.radians(22.5)), zt)]
            pl += [_fac(45*k-11.25, 41.5, 1, t), _fac(45*k+11.25, 41.5, 1, t)]
            pl += [_fac(45*k, -40.75, 1, -t), _fac(45*k-11.25, -42.3, 1, -t), _fac(45*k+11.25, -42.3, 1, -t)]
    elif cut in ('princess', 'emerald'):
        em = cut == 'emerald'; ax, ay = (0.72, 1.0) if em else (0.85, 0.85); cc = 0.86 if em else 0.97
        dirs = [(0, ax), (90, ay), (180, ax), (270, ay)]
        cd = (ax + ay) / math.sqrt(2) * cc
        dirs8 = dirs + [(45 + 90*k, cd * (0.94 if em else 1)) for k in range(4)]
        for phi, r in dirs8: pl.append(_fac(phi, 89.999, r, 0))
        zt = 0.24
        pl.append(((0, 0, zt), (0, 0, 1)))
        for phi, r in (dirs8 if em else dirs):
            for a, dr, dz in ((46, 0, t), (35, .10, .115), (25, .2, .187)) if em else ((42, 0, t), (28, .13, .14)):
                pl.append(_fac(phi, a, r - dr, dz))
            for a, dr, dz in ((58, 0, -t), (47, .17, -.30), (38, .36, -.51)) if em else ((57, 0, -t), (44, .22, -.36)):
                pl.append(_fac(phi, -a, r - dr, dz))
        if not em:
            for k in range(4):
                for o in (-24, 24): pl.append(_fac(90*k+o, -50, .80, -.12)); 
                for o in (-30, 30): pl.append(_fac(90*k+o, 34, .86, .09))
    return pl


def gem(cut, d, mat, loc=(0, 0, 0), rot=None, seed=0, ratio=1.35):
    """Faceted stone, girdle diameter d (short axis), girdle plane at z=0, culet down."""
    key = (cut, mat.name, seed % 4)
    me = _gem_cache.get(key)
    if me is None or me.name not in bpy.data.meshes:
        rnd = random.Random(seed % 4 + 5)
        polys = _cut(gem_planes(cut)); vs, fs = [], []
        if cut == 'oval':
            polys = [[Vector((p.x, p.y * ratio, p.z)) for p in f] for f in polys]
        for f in polys:
            b = len(vs); vs += f; fs.append(tuple(range(b, b + len(f))))
        me = bpy.data.meshes.new('gem_' + cut)
        me.from_pydata([tuple(v) for v in vs], [], fs)
        import bmesh
        bm = bmesh.new(); bm.from_mesh(me); bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces); bm.to_mesh(me); bm.free()
        ca = me.color_attributes.new('fire', 'FLOAT_COLOR', 'CORNER')
        import colorsys
        for p in me.polygons:
            sat = rnd.choice((0, 0, .03, .08, .20))
            c = colorsys.hsv_to_rgb(rnd.choice((.04, .1, .14, .55, .6, .66, .8)), sat, 1)
            if 'diamond' not in mat.name: v = rnd.choice((.62, .8, 1, 1.15, 1.35)); c = (v, v, v)
            for li in p.loop_indices: ca.data[li].color = (*c, 1)
        me.materials.append(mat); _gem_cache[key] = me
    ob = link(bpy.data.objects.new('gem', me)); ob.scale = (d / 2,) * 3; ob.location = loc
    if rot is not None: ob.rotation_euler = rot
    return ob


def orient(ob, loc, z, x=None):
    """Place object with local Z along z (and X towards x), keeping its scale."""
    z = Vector(z).normalized(); x = Vector(x) if x is not None else z.orthogonal()
    x = (x - z * x.dot(z)).normalized(); y = z.cross(x)
    m = Matrix((x, y, z)).transposed().to_4x4()
    s = ob.scale.copy(); ob.matrix_world = Matrix.Translation(loc) @ m @ Matrix.Diagonal((*s, 1))
    return ob


def parent_all(obs, name='root'):
    root = bpy.data.objects.new(name, None); link(root)
    bpy.context.view_layer.update()
    for o in obs:
        if o.parent is None and o is not root: o.parent = root
    return root


def simulate(active, passive=(), frames_n=90, friction=.6, floor=True, gravity=-9.8, hull=True, margin=0.0):
    """Drop `active` objects with Bullet and freeze the result (natural piles)."""
    sc = bpy.context.scene
    if sc.rigidbody_world is None: bpy.ops.rigidbody.world_add()
    w = sc.rigidbody_world
    if w.collection is None: w.collection = bpy.data.collections.new('RB')
    sc.gravity = (0, 0, gravity)
    # light convex proxies instead of the render meshes
    import bmesh
    prox, orig = {}, {}
    for o in active:
        me = o.data
        if me.name not in prox:
            bm = bmesh.new(); vs = me.vertices; st = max(1, len(vs) // 160)
            for i in range(0, len(vs), st): bm.verts.new(vs[i].co)
            bmesh.ops.convex_hull(bm, input=bm.verts)
            bmesh.ops.delete(bm, geom=[v for v in bm.verts if not v.link_faces], context='VERTS')
            pm = bpy.data.meshes.new('proxy'); bm.to_mesh(pm); bm.free(); prox[me.name] = pm
        orig[o] = me; o.data = prox[me.name]
    w.substeps_per_frame = 12; w.solver_iterations = 20
    w.point_cache.frame_start = 1; w.point_cache.frame_end = frames_n
    tmp = None; ps = list(passive)
    if floor:
        tmp = box('rbfloor', (60, 60, 1), None, (0, 0, -.5), bev=0); ps.append(tmp)
    bpy.context.view_layer.update()
    for o in list(active) + ps:
        w.collection.objects.link(o)
    bpy.context.view_layer.update()
    for o in active:
        rb = o.rigid_body; rb.type = 'ACTIVE'; rb.collision_shape = 'CONVEX_HULL' if hull else 'MESH'
        rb.friction = friction; rb.restitution = .02; rb.use_margin = True; rb.collision_margin = margin
        rb.linear_damping = .12; rb.angular_damping = .35
    for o in ps:
        rb = o.rigid_body; rb.type = 'PASSIVE'; rb.collision_shape = 'MESH' if o is not tmp else 'BOX'; rb.friction = friction
        rb.use_margin = True; rb.collision_margin = margin
    for f in range(1, frames_n + 1): sc.frame_set(f)
    dg = bpy.context.evaluated_depsgraph_get()
    mats = [o.evaluated_get(dg).matrix_world.copy() for o in active]
    for o in list(active) + ps: w.collection.objects.unlink(o)
    bpy.ops.rigidbody.world_remove()
    sc.frame_set(1)
    for o, m in zip(active, mats): o.data = orig[o]; o.matrix_world = m
    if tmp: bpy.data.objects.remove(tmp)
    bpy.context.view_layer.update()


def join(obs):
    """Join meshes (keeps material slots and UVs)."""
    bpy.context.view_layer.update(); bpy.ops.object.select_all(action='DESELECT')
    for o in obs: o.select_set(True)
    bpy.context.view_layer.objects.active = obs[0]
    bpy.ops.object.join()
    return obs[0]


def ground(e, z=0.0):
    """Lower an object/Empty so that its lowest vertex touches z."""
    bpy.context.view_layer.update(); lo = 1e9
    for o in [e] + list(e.children_recursive):
        if o.type == 'MESH':
            M = o.matrix_world
            for v in o.data.vertices:
                q = (M @ v.co).z
                if q < lo: lo = q
    e.location.z += z - lo
    return e
